-- As catalog_products. `renditions` has the keys of the objects by rendition; `picture_version` changes when the picture
-- does (export-service, product-page.sql.ts).
create view catalog_images as
select i.storefront_id, i.product_id, i.image_id, i.position, i.url, i.alt, last.outcome,
  coalesce(
    (
      select jsonb_object_agg(name, 'product-images/' || i.storefront_id || '/' || i.image_id || '/' || name || '.webp')
      from jsonb_array_elements_text(last.picture -> 0) name
    ),
    '{}'
  ) as renditions,
  last.picture ->> 1 as picture_version
from product_images i cross join lateral (
  select (array_agg(outcome order by run_id desc))[1] as outcome, (
      array_agg(
        jsonb_build_array(to_jsonb(renditions), left(md5(coalesce(claim_token::text, requests::text)), 16))
        order by run_id desc
      ) filter (where renditions <> '{}')
    )[1] as picture
  from run_images r where r.storefront_id = i.storefront_id and r.image_id = i.image_id
) last;
