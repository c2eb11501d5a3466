-- A number that rises by one with each adjustment of the stock of one of the product's variants (stock/stock.sql.ts).
alter table products add column stock_version bigint not null default 0;
