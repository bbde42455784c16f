-- A product's price is its sale price (PROD-25): whoever writes another one gets the sale price.

/* `price` came with the data model and is explained nowhere; screens show `sale_price` alone. Null stays null: the writer knows
   no `price`. What no amount may be is left to the column's own check, so that the app's door and the database refuse the same. */
create function private.keep_product_price() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.price := new.sale_price;
  return new;
end $$;

create trigger keep_price before insert or update on public.products
  for each row when (new.price between 0 and 9999999999.99 and new.price is distinct from new.sale_price)
  execute function private.keep_product_price();

revoke execute on function private.keep_product_price() from public, anon, authenticated;
