-- What a tenant pays for. Tenants on the free or the development plan have no row.
create table subscriptions (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  plan_id varchar(64) not null,
  status varchar(32) not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  -- The plan ends with the period.
  is_cancelled boolean not null default false,
  past_due_since timestamptz,
  -- What the payment gateway calls them.
  customer_id varchar(128) not null,
  subscription_id varchar(128) not null,
  -- In the sandbox a card is nothing but this.
  is_card_declined boolean not null default false,
  primary key (tenant_id)
);
create unique index subscriptions_at_gateway on subscriptions (subscription_id);
create index subscriptions_by_period_end on subscriptions (period_end);

create table invoices (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(128) not null,
  sku_id varchar(64),
  status varchar(32) not null,
  -- Cents.
  amount_due bigint not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  -- Where the gateway shows it; null: on our own pages.
  hosted_url text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index invoices_by_time on invoices (tenant_id, created_at desc);

-- Rows of the admin tenant: a payment may come before the tenant that it is for.
create table checkout_sessions (
  tenant_id varchar(21) not null default current_setting('app.tenant') references tenants (id) on delete cascade,
  id varchar(128) not null,
  user_id varchar(12) not null,
  sku_id varchar(64) not null,
  -- A tenant that there is, or the id that the new one will have: whoever completes twice makes it once.
  paying_tenant_id varchar(21) not null,
  -- Name, region and tag of a tenant that is to be made.
  new_tenant jsonb,
  status varchar(32) not null default 'open',
  redirect_uri text not null,
  success_url text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index checkout_sessions_by_user on checkout_sessions (tenant_id, user_id, status);
