alter table products set (fillfactor = 85);
