"""Pictures of studies, one a file; `view/study_pictures.py` chooses."""
