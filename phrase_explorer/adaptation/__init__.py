"""Small trainings inside the app: Mirror-BERT on the corpus's own terms, query-side tuning."""
