-- Whether the user has proven the address or the number, or somebody vouched for it. Users from before keep what tokens said
-- of them; new ones start unproven. Adding the columns with one default and changing it afterwards rewrites no row.
alter table users
  add column is_email_verified boolean not null default true,
  add column is_phone_verified boolean not null default true,
  -- The channel whose code has set the password: together with it, the same channel is no second factor.
  add column password_reset_by varchar(32);
alter table users
  alter column is_email_verified set default false,
  alter column is_phone_verified set default false;
