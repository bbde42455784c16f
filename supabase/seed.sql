-- On purpose empty: on hosted Supabase the first sign-up becomes the administrator and salons are created in the app.
-- The demo and test seeds, around a given day, are made by the embedded backend (`supabase/local`, GREBEN_SEED=demo|test).
select 1;
