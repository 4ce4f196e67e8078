-- What things were sold for, under each word of their names: the latest few of each condition. Made anew every hour from
-- sold_words, so that a price hint reads one row for each word, and as many pages however much was sold. Each sale has one
-- place in all three lists, which stay in the row; its number in `sales` tells it from others and leads to no listing.
create table sold_prices (
  word text collate "C" not null,
  category text not null,
  sales integer[] not null,
  conditions text[] not null,
  prices integer[] not null,
  primary key (word, category)
);
alter table sold_prices
  alter column sales set storage main,
  alter column conditions set storage main,
  alter column prices set storage main;
