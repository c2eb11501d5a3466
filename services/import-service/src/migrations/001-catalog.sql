-- Every key leads with storefront_id: a merchant's catalog is one shard's worth (design.md §5).
create table products (
  storefront_id text collate "C" not null check (storefront_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  product_id uuid not null,
  handle text collate "C" not null,
  title text not null,
  description_html text not null default '',
  vendor text not null default '',
  product_type text not null default '',
  tags text[] not null default '{}',
  status text not null default 'draft' check (status in ('active', 'draft', 'archived')),
  seo_title text not null default '',
  seo_description text not null default '',
  option1_name text,
  option2_name text,
  option3_name text,
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (storefront_id, product_id),
  unique (storefront_id, handle)
);

create index products_with_metadata on products (storefront_id, handle) where metadata <> '{}';

create index products_by_title on products (storefront_id, md5(title));

create table product_images (
  storefront_id text collate "C" not null,
  product_id uuid not null,
  image_id uuid not null,
  position integer not null check (position >= 1),
  url text not null,
  normalized_url text not null,
  alt text not null default '',
  primary key (storefront_id, image_id),
  foreign key (storefront_id, product_id) references products (storefront_id, product_id)
);

create index product_images_by_position on product_images (storefront_id, product_id, position);

-- By digest: a URL of 2,048 characters can be too long for an index entry.
create unique index product_images_by_url on product_images (storefront_id, product_id, md5(normalized_url));

create table variants (
  storefront_id text collate "C" not null,
  product_id uuid not null,
  variant_id uuid not null,
  position integer not null check (position >= 1),
  option1_value text,
  option2_value text,
  option3_value text,
  sku text collate "C" not null default '',
  barcode text not null default '',
  price numeric(14, 4) not null check (price >= 0),
  compare_at_price numeric(14, 4) check (compare_at_price >= 0),
  inventory_quantity integer,
  weight_grams numeric(20, 6) check (weight_grams >= 0),
  requires_shipping boolean not null default true,
  taxable boolean not null default true,
  image_id uuid,
  primary key (storefront_id, variant_id),
  foreign key (storefront_id, product_id) references products (storefront_id, product_id),
  foreign key (storefront_id, image_id) references product_images (storefront_id, image_id)
);

create index variants_by_position on variants (storefront_id, product_id, position);

create unique index variants_by_sku on variants (storefront_id, sku) where sku <> '';
