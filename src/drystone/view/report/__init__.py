"""`drystone report`: a result as one document, HTML or PDF.

Content (`content.py`) knows no format; `run_content.py` and `answer_content.py` fill it from a result; `html_file.py`
and `pdf_file.py` write it. A report of a study would be one more `*_content.py`.
"""
