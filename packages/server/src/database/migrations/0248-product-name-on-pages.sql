-- Clients of the dialect set whether the sign-in pages hide the name of the product. Ours never show it.
alter table sign_in_experiences add column hide_logto_branding boolean not null default false;
