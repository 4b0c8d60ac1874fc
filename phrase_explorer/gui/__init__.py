"""All of Qt: application, main window, session, tasks, actions, models, views and dialogs."""
