-- A changed row has room in its page, so that no index has to be changed with it.
alter table variants set (fillfactor = 85);
