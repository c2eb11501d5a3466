-- Their rows are columns of drafts and runs now.
drop table import_applies;
