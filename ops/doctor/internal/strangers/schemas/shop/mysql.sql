-- A shop as a Laravel program has it: keys of char(36) in the default collation, no foreign key, columns that refer to
-- rows of several tables, soft deletes, and UUIDs that are no keys.
--
-- keys: users.id customers.id addresses.id brands.id categories.id products.id product_variants.id carts.id cart_items.id coupons.id
-- keys: orders.id order_items.id payments.id shipments.id reviews.id wishlists.id tags.id notifications.id archived_orders.id
-- found: customers.user_id customers.default_address_id personal_access_tokens.tokenable_id addresses.addressable_id categories.parent_id
-- found: products.brand_id category_product.category_id category_product.product_id product_variants.product_id media.model_id
-- found: carts.customer_id cart_items.cart_id cart_items.product_variant_id coupon_user.coupon_id coupon_user.user_id orders.customer_id
-- found: orders.billing_address_id orders.shipping_address_id orders.coupon_id orders.placed_by order_items.order_id
-- found: order_items.product_variant_id payments.order_id payments.refunded_from shipments.order_id shipment_items.shipment_id
-- found: shipment_items.order_item_id reviews.product_id reviews.customer_id reviews.approved_by wishlists.customer_id
-- found: wishlist_items.wishlist_id wishlist_items.product_id taggables.tag_id taggables.taggable_id notifications.notifiable_id
-- found: activity_log.subject_id activity_log.causer_id model_has_roles.model_uuid sessions.user_id archived_orders.customer_id
--
-- move: users.id
-- refused: personal_access_tokens.tokenable_id notifications.notifiable_id activity_log.causer_id model_has_roles.model_uuid
-- unnamed: archived_orders.id media.uuid activity_log.batch_uuid failed_jobs.uuid wishlists.token orders.number
--
-- An empty table holds no key, but its column has the name and the type of a reference.
-- move: all
-- reviewed: sales, best_sellers, order_total
--
-- write: INSERT INTO users (id, name, email, password) VALUES ('{{users}}', 'w{{n}}', 'w{{n}}@example.com', 'x')
-- write: INSERT INTO customers (id, user_id, name) VALUES ('{{customers}}', '{{users}}', 'w{{n}}')
-- write: INSERT INTO addresses (id, addressable_type, addressable_id, line, city, postal_code) VALUES ('{{addresses}}', 'Customer', '{{customers}}', 'w', 'w', 'w')
-- write: INSERT INTO orders (id, number, customer_id, billing_address_id, shipping_address_id, total) VALUES ('{{orders}}', 'w{{n}}', '{{customers}}', '{{addresses}}', '{{addresses 2}}', 1)
-- write: INSERT INTO activity_log (description, subject_type, subject_id, causer_type, causer_id) VALUES ('written', 'Order', '{{orders}}', 'User', '{{users 2}}')
-- write: INSERT INTO model_has_roles (role_id, model_type, model_uuid) VALUES (1, 'User', '{{users}}')
-- write: UPDATE product_variants SET stock = stock WHERE product_id = '{{products 3}}'
--
-- old: UPDATE orders SET total = total + 1 WHERE customer_id = '{{customers 4}}'
-- old: DELETE FROM cart_items WHERE cart_id = '{{carts 6}}'
-- old: UPDATE categories SET parent_id = NULL WHERE parent_id = '{{categories 3}}'
CREATE TABLE users (
  id char(36) NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL,
  email varchar(255) NOT NULL,
  email_verified_at timestamp,
  password varchar(255) NOT NULL,
  remember_token varchar(255),
  created_at timestamp,
  updated_at timestamp,
  UNIQUE KEY users_email_unique (email)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO users (id, name, email, email_verified_at, password, remember_token, created_at, updated_at)
SELECT key_of('users', n),
  CONCAT('name ', n),
  CONCAT('u', n, '@example.com'),
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END,
  CONCAT('password ', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('remember_token ', n) END,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 30;

CREATE TABLE password_reset_tokens (
  email varchar(255) NOT NULL,
  token varchar(255) NOT NULL,
  created_at timestamp,
  PRIMARY KEY (email)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO password_reset_tokens (email, token, created_at)
SELECT CONCAT('email ', n),
  CONCAT('token ', n),
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 5;

CREATE TABLE customers (
  id char(36) NOT NULL PRIMARY KEY,
  user_id char(36),
  name varchar(255) NOT NULL,
  phone varchar(20),
  default_address_id char(36),
  created_at timestamp,
  deleted_at timestamp,
  KEY customers_user_id_index (user_id),
  KEY customers_default_address_id_index (default_address_id)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO customers (id, user_id, name, phone, default_address_id, created_at, deleted_at)
SELECT key_of('customers', n),
  CASE WHEN n % 4 > 0 THEN key_of('users', 1 + (n - 1) % 30) END,
  CONCAT('name ', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('pho', n) END,
  CASE WHEN n % 5 > 0 THEN key_of('addresses', 1 + ((n - 1) DIV 30 + n * 7) % 45) END,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 40;

CREATE TABLE personal_access_tokens (
  id bigint AUTO_INCREMENT NOT NULL PRIMARY KEY,
  tokenable_type varchar(64) NOT NULL,
  tokenable_id char(36) NOT NULL,
  name varchar(255) NOT NULL,
  token varchar(255) NOT NULL,
  abilities text,
  created_at timestamp,
  KEY personal_access_tokens_tokenable_type_tokenable_id_index (tokenable_type, tokenable_id),
  UNIQUE KEY personal_access_tokens_token_unique (token)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO personal_access_tokens (tokenable_type, tokenable_id, name, token, abilities, created_at)
SELECT CASE n % 2 WHEN 0 THEN 'Customer' WHEN 1 THEN 'User' END,
  CASE n % 2 WHEN 0 THEN key_of('customers', 1 + n % 40) WHEN 1 THEN key_of('users', 1 + n % 30) END,
  CONCAT('name ', n),
  CONCAT('token ', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('abilities ', n) END,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 25;

CREATE TABLE addresses (
  id char(36) NOT NULL PRIMARY KEY,
  addressable_type varchar(64) NOT NULL,
  addressable_id char(36) NOT NULL,
  line varchar(255) NOT NULL,
  city varchar(255) NOT NULL,
  postal_code varchar(20) NOT NULL,
  created_at timestamp,
  KEY addresses_addressable_type_addressable_id_index (addressable_type, addressable_id)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO addresses (id, addressable_type, addressable_id, line, city, postal_code, created_at)
SELECT key_of('addresses', n),
  CASE n % 2 WHEN 0 THEN 'Customer' WHEN 1 THEN 'Order' END,
  CASE n % 2 WHEN 0 THEN key_of('customers', 1 + n % 40) WHEN 1 THEN key_of('orders', 1 + n % 80) END,
  CONCAT('line ', n),
  CONCAT('city ', n),
  CONCAT('pos', n),
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 45;

CREATE TABLE brands (
  id char(36) NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL,
  slug varchar(255) NOT NULL,
  UNIQUE KEY brands_slug_unique (slug)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO brands (id, name, slug)
SELECT key_of('brands', n),
  CONCAT('name ', n),
  CONCAT('slug ', n)
FROM numbers WHERE n <= 7;

CREATE TABLE categories (
  id char(36) NOT NULL PRIMARY KEY,
  parent_id char(36),
  name varchar(255) NOT NULL,
  lft int NOT NULL,
  rgt int NOT NULL,
  depth int NOT NULL,
  KEY categories_parent_id_index (parent_id)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO categories (id, parent_id, name, lft, rgt, depth)
SELECT key_of('categories', n),
  CASE WHEN n > 3 THEN key_of('categories', (n) DIV 2) END,
  CONCAT('name ', n),
  n,
  n,
  n
FROM numbers WHERE n <= 25;

CREATE TABLE products (
  id char(36) NOT NULL PRIMARY KEY,
  brand_id char(36),
  sku varchar(20) NOT NULL,
  name varchar(255) NOT NULL,
  description text,
  price decimal(10,2) NOT NULL,
  published_at timestamp,
  created_at timestamp,
  updated_at timestamp,
  deleted_at timestamp,
  KEY products_brand_id_index (brand_id),
  UNIQUE KEY products_sku_unique (sku)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO products (id, brand_id, sku, name, description, price, published_at, created_at, updated_at, deleted_at)
SELECT key_of('products', n),
  CASE WHEN n % 4 > 0 THEN key_of('brands', 1 + (n - 1) % 7) END,
  CONCAT('sku', n),
  CONCAT('name ', n),
  CASE WHEN n % 3 > 0 THEN CONCAT('description ', n) END,
  n * 1.25,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 50;

CREATE TABLE category_product (
  category_id char(36) NOT NULL,
  product_id char(36) NOT NULL,
  position int NOT NULL,
  PRIMARY KEY (category_id, product_id),
  KEY category_product_category_id_index (category_id),
  KEY category_product_product_id_index (product_id)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO category_product (category_id, product_id, position)
SELECT key_of('categories', 1 + (n - 1) % 25),
  key_of('products', 1 + ((n - 1) DIV 25 + n * 7) % 50),
  n
FROM numbers WHERE n <= 60;

CREATE TABLE product_variants (
  id char(36) NOT NULL PRIMARY KEY,
  product_id char(36) NOT NULL,
  sku varchar(20) NOT NULL,
  options json,
  stock int NOT NULL,
  weight decimal(10,2),
  KEY product_variants_product_id_index (product_id),
  UNIQUE KEY product_variants_sku_unique (sku)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO product_variants (id, product_id, sku, options, stock, weight)
SELECT key_of('product_variants', n),
  key_of('products', 1 + (n - 1) % 50),
  CONCAT('sku', n),
  CASE WHEN n % 3 > 0 THEN JSON_OBJECT('n', n) END,
  n,
  CASE WHEN n % 3 > 0 THEN n * 1.25 END
FROM numbers WHERE n <= 70;

CREATE TABLE media (
  id bigint AUTO_INCREMENT NOT NULL PRIMARY KEY,
  model_type varchar(64) NOT NULL,
  model_id char(36) NOT NULL,
  uuid char(36),
  collection_name varchar(255) NOT NULL,
  file_name varchar(255) NOT NULL,
  custom_properties json NOT NULL,
  KEY media_model_type_model_id_index (model_type, model_id),
  UNIQUE KEY media_uuid_unique (uuid)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO media (model_type, model_id, uuid, collection_name, file_name, custom_properties)
SELECT CASE n % 2 WHEN 0 THEN 'Product' WHEN 1 THEN 'Brand' END,
  CASE n % 2 WHEN 0 THEN key_of('products', 1 + n % 50) WHEN 1 THEN key_of('brands', 1 + n % 7) END,
  key_of('media.uuid', n),
  CONCAT('collection_name ', n),
  CONCAT('file_name ', n),
  JSON_OBJECT('n', n)
FROM numbers WHERE n <= 40;

CREATE TABLE carts (
  id char(36) NOT NULL PRIMARY KEY,
  customer_id char(36),
  session_id varchar(255) NOT NULL,
  currency varchar(20) NOT NULL,
  created_at timestamp,
  KEY carts_customer_id_index (customer_id)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO carts (id, customer_id, session_id, currency, created_at)
SELECT key_of('carts', n),
  CASE WHEN n % 4 > 0 THEN key_of('customers', 1 + (n - 1) % 40) END,
  CONCAT('session_id ', n),
  CONCAT('cur', n),
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 20;

CREATE TABLE cart_items (
  id char(36) NOT NULL PRIMARY KEY,
  cart_id char(36) NOT NULL,
  product_variant_id char(36) NOT NULL,
  quantity int NOT NULL,
  KEY cart_items_cart_id_index (cart_id),
  KEY cart_items_product_variant_id_index (product_variant_id),
  UNIQUE KEY cart_items_cart_id_product_variant_id_unique (cart_id, product_variant_id)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO cart_items (id, cart_id, product_variant_id, quantity)
SELECT key_of('cart_items', n),
  key_of('carts', 1 + (n - 1) % 20),
  key_of('product_variants', 1 + ((n - 1) DIV 20 + n * 7) % 70),
  n
FROM numbers WHERE n <= 50;

CREATE TABLE coupons (
  id char(36) NOT NULL PRIMARY KEY,
  code varchar(255) NOT NULL,
  amount decimal(10,2) NOT NULL,
  starts_at timestamp,
  ends_at timestamp,
  UNIQUE KEY coupons_code_unique (code)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO coupons (id, code, amount, starts_at, ends_at)
SELECT key_of('coupons', n),
  CONCAT('code ', n),
  n * 1.25,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 10;

CREATE TABLE coupon_user (
  coupon_id char(36) NOT NULL,
  user_id char(36) NOT NULL,
  used_at timestamp,
  PRIMARY KEY (coupon_id, user_id),
  KEY coupon_user_coupon_id_index (coupon_id),
  KEY coupon_user_user_id_index (user_id)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO coupon_user (coupon_id, user_id, used_at)
SELECT key_of('coupons', 1 + (n - 1) % 10),
  key_of('users', 1 + ((n - 1) DIV 10 + n * 7) % 30),
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 20;

CREATE TABLE orders (
  id char(36) NOT NULL PRIMARY KEY,
  number varchar(20) NOT NULL,
  customer_id char(36) NOT NULL,
  billing_address_id char(36) NOT NULL,
  shipping_address_id char(36) NOT NULL,
  coupon_id char(36),
  placed_by char(36),
  total decimal(10,2) NOT NULL,
  meta json,
  created_at timestamp,
  updated_at timestamp,
  deleted_at timestamp,
  KEY orders_customer_id_index (customer_id),
  KEY orders_coupon_id_index (coupon_id),
  KEY orders_placed_by_index (placed_by),
  UNIQUE KEY orders_number_unique (number),
  KEY orders_customer_id_created_at_index (customer_id, created_at)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO orders (id, number, customer_id, billing_address_id, shipping_address_id, coupon_id, placed_by, total, meta, created_at, updated_at, deleted_at)
SELECT key_of('orders', n),
  CONCAT('num', n),
  key_of('customers', 1 + (n - 1) % 40),
  key_of('addresses', 1 + ((n - 1) DIV 40 + n * 7) % 45),
  key_of('addresses', 1 + (n * 11) % 45),
  CASE WHEN n % 7 > 0 THEN key_of('coupons', 1 + (n * 13) % 10) END,
  CASE WHEN n % 8 > 0 THEN key_of('users', 1 + (n * 15) % 30) END,
  n * 1.25,
  CASE WHEN n % 3 > 0 THEN JSON_OBJECT('n', n) END,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 80;

CREATE TABLE order_items (
  id char(36) NOT NULL PRIMARY KEY,
  order_id char(36) NOT NULL,
  product_variant_id char(36) NOT NULL,
  name varchar(255) NOT NULL,
  quantity int NOT NULL,
  price decimal(10,2) NOT NULL,
  KEY order_items_order_id_index (order_id),
  KEY order_items_product_variant_id_index (product_variant_id)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO order_items (id, order_id, product_variant_id, name, quantity, price)
SELECT key_of('order_items', n),
  key_of('orders', 1 + (n - 1) % 80),
  key_of('product_variants', 1 + ((n - 1) DIV 80 + n * 7) % 70),
  CONCAT('name ', n),
  n,
  n * 1.25
FROM numbers WHERE n <= 120;

CREATE TABLE payments (
  id char(36) NOT NULL PRIMARY KEY,
  order_id char(36) NOT NULL,
  gateway varchar(20) NOT NULL,
  transaction_id varchar(255) NOT NULL,
  amount decimal(10,2) NOT NULL,
  refunded_from char(36),
  created_at timestamp,
  KEY payments_order_id_index (order_id),
  KEY payments_refunded_from_index (refunded_from),
  UNIQUE KEY payments_transaction_id_unique (transaction_id)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO payments (id, order_id, gateway, transaction_id, amount, refunded_from, created_at)
SELECT key_of('payments', n),
  key_of('orders', 1 + (n - 1) % 80),
  CONCAT('gat', n),
  CONCAT('transaction_id ', n),
  n * 1.25,
  CASE WHEN n > 3 THEN key_of('payments', (n) DIV 2) END,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 60;

CREATE TABLE shipments (
  id char(36) NOT NULL PRIMARY KEY,
  order_id char(36) NOT NULL,
  tracking_number varchar(255),
  shipped_at timestamp,
  KEY shipments_order_id_index (order_id)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO shipments (id, order_id, tracking_number, shipped_at)
SELECT key_of('shipments', n),
  key_of('orders', 1 + (n - 1) % 80),
  CASE WHEN n % 3 > 0 THEN CONCAT('tracking_number ', n) END,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 40;

CREATE TABLE shipment_items (
  shipment_id char(36) NOT NULL,
  order_item_id char(36) NOT NULL,
  quantity int NOT NULL,
  PRIMARY KEY (shipment_id, order_item_id),
  KEY shipment_items_shipment_id_index (shipment_id),
  KEY shipment_items_order_item_id_index (order_item_id)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO shipment_items (shipment_id, order_item_id, quantity)
SELECT key_of('shipments', 1 + (n - 1) % 40),
  key_of('order_items', 1 + ((n - 1) DIV 40 + n * 7) % 120),
  n
FROM numbers WHERE n <= 60;

CREATE TABLE reviews (
  id char(36) NOT NULL PRIMARY KEY,
  product_id char(36) NOT NULL,
  customer_id char(36) NOT NULL,
  approved_by char(36),
  rating int NOT NULL,
  body text,
  created_at timestamp,
  KEY reviews_product_id_index (product_id),
  KEY reviews_customer_id_index (customer_id),
  KEY reviews_approved_by_index (approved_by)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO reviews (id, product_id, customer_id, approved_by, rating, body, created_at)
SELECT key_of('reviews', n),
  key_of('products', 1 + (n - 1) % 50),
  key_of('customers', 1 + ((n - 1) DIV 50 + n * 7) % 40),
  CASE WHEN n % 6 > 0 THEN key_of('users', 1 + (n * 11) % 30) END,
  n,
  CASE WHEN n % 3 > 0 THEN CONCAT('body ', n) END,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 40;

CREATE TABLE wishlists (
  id char(36) NOT NULL PRIMARY KEY,
  customer_id char(36) NOT NULL,
  token char(36) NOT NULL,
  name varchar(255) NOT NULL,
  KEY wishlists_customer_id_index (customer_id)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO wishlists (id, customer_id, token, name)
SELECT key_of('wishlists', n),
  key_of('customers', 1 + (n - 1) % 40),
  key_of('wishlists.token', n),
  CONCAT('name ', n)
FROM numbers WHERE n <= 20;

CREATE TABLE wishlist_items (
  wishlist_id char(36) NOT NULL,
  product_id char(36) NOT NULL,
  created_at timestamp,
  PRIMARY KEY (wishlist_id, product_id),
  KEY wishlist_items_wishlist_id_index (wishlist_id),
  KEY wishlist_items_product_id_index (product_id)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO wishlist_items (wishlist_id, product_id, created_at)
SELECT key_of('wishlists', 1 + (n - 1) % 20),
  key_of('products', 1 + ((n - 1) DIV 20 + n * 7) % 50),
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 30;

CREATE TABLE tags (
  id char(36) NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL,
  slug varchar(255) NOT NULL
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO tags (id, name, slug)
SELECT key_of('tags', n),
  CONCAT('name ', n),
  CONCAT('slug ', n)
FROM numbers WHERE n <= 12;

CREATE TABLE taggables (
  tag_id char(36) NOT NULL,
  taggable_id char(36) NOT NULL,
  taggable_type varchar(64) NOT NULL,
  PRIMARY KEY (tag_id, taggable_id, taggable_type),
  KEY taggables_tag_id_index (tag_id)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO taggables (tag_id, taggable_id, taggable_type)
SELECT key_of('tags', 1 + (n - 1) % 12),
  CASE n % 2 WHEN 0 THEN key_of('products', 1 + n % 50) WHEN 1 THEN key_of('reviews', 1 + n % 40) END,
  CASE n % 2 WHEN 0 THEN 'Product' WHEN 1 THEN 'Review' END
FROM numbers WHERE n <= 40;

CREATE TABLE notifications (
  id char(36) NOT NULL PRIMARY KEY,
  type varchar(255) NOT NULL,
  notifiable_type varchar(64) NOT NULL,
  notifiable_id char(36) NOT NULL,
  data json NOT NULL,
  read_at timestamp,
  created_at timestamp,
  KEY notifications_notifiable_type_notifiable_id_index (notifiable_type, notifiable_id)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO notifications (id, type, notifiable_type, notifiable_id, data, read_at, created_at)
SELECT key_of('notifications', n),
  CONCAT('type ', n),
  CASE n % 2 WHEN 0 THEN 'User' WHEN 1 THEN 'Customer' END,
  CASE n % 2 WHEN 0 THEN key_of('users', 1 + n % 30) WHEN 1 THEN key_of('customers', 1 + n % 40) END,
  JSON_OBJECT('n', n),
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END,
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 40;

CREATE TABLE activity_log (
  id bigint AUTO_INCREMENT NOT NULL PRIMARY KEY,
  log_name varchar(20),
  description varchar(255) NOT NULL,
  subject_type varchar(64),
  subject_id char(36),
  causer_type varchar(64),
  causer_id char(36),
  properties json,
  batch_uuid char(36),
  created_at timestamp,
  KEY activity_log_subject_type_subject_id_index (subject_type, subject_id),
  KEY activity_log_causer_type_causer_id_index (causer_type, causer_id)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO activity_log (log_name, description, subject_type, subject_id, causer_type, causer_id, properties, batch_uuid, created_at)
SELECT CASE WHEN n % 3 > 0 THEN CONCAT('log', n) END,
  CONCAT('description ', n),
  CASE n % 2 WHEN 0 THEN 'Order' WHEN 1 THEN 'Payment' END,
  CASE WHEN n % 6 > 0 THEN CASE n % 2 WHEN 0 THEN key_of('orders', 1 + n % 80) WHEN 1 THEN key_of('payments', 1 + n % 60) END END,
  CASE n % 2 WHEN 0 THEN 'User' WHEN 1 THEN 'Customer' END,
  CASE WHEN n % 6 > 0 THEN CASE n % 2 WHEN 0 THEN key_of('users', 1 + n % 30) WHEN 1 THEN key_of('customers', 1 + n % 40) END END,
  CASE WHEN n % 3 > 0 THEN JSON_OBJECT('n', n) END,
  key_of('activity_log.batch_uuid', n),
  CASE WHEN n % 3 > 0 THEN TIMESTAMP '2024-03-01 00:00:00' + INTERVAL n HOUR END
FROM numbers WHERE n <= 60;

CREATE TABLE roles (
  id bigint AUTO_INCREMENT NOT NULL PRIMARY KEY,
  name varchar(255) NOT NULL,
  guard_name varchar(255) NOT NULL,
  UNIQUE KEY roles_name_guard_name_unique (name, guard_name)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO roles (name, guard_name)
SELECT CONCAT('name ', n),
  CONCAT('guard_name ', n)
FROM numbers WHERE n <= 4;

CREATE TABLE model_has_roles (
  role_id bigint NOT NULL,
  model_type varchar(64) NOT NULL,
  model_uuid char(36) NOT NULL,
  PRIMARY KEY (role_id, model_uuid, model_type)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO model_has_roles (role_id, model_type, model_uuid)
SELECT 1 + n % 4,
  CASE n % 2 WHEN 0 THEN 'User' WHEN 1 THEN 'Customer' END,
  CASE n % 2 WHEN 0 THEN key_of('users', 1 + n % 30) WHEN 1 THEN key_of('customers', 1 + n % 40) END
FROM numbers WHERE n <= 30;

CREATE TABLE jobs (
  id bigint AUTO_INCREMENT NOT NULL PRIMARY KEY,
  queue varchar(255) NOT NULL,
  payload text NOT NULL,
  attempts int NOT NULL
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO jobs (queue, payload, attempts)
SELECT CONCAT('queue ', n),
  CONCAT('payload ', n),
  n
FROM numbers WHERE n <= 5;

CREATE TABLE failed_jobs (
  id bigint AUTO_INCREMENT NOT NULL PRIMARY KEY,
  uuid char(36) NOT NULL,
  connection text NOT NULL,
  payload text NOT NULL,
  UNIQUE KEY failed_jobs_uuid_unique (uuid)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO failed_jobs (uuid, connection, payload)
SELECT key_of('failed_jobs.uuid', n),
  CONCAT('connection ', n),
  CONCAT('payload ', n)
FROM numbers WHERE n <= 6;

CREATE TABLE sessions (
  id varchar(255) NOT NULL,
  user_id char(36),
  ip_address varchar(20),
  payload text NOT NULL,
  last_activity int NOT NULL,
  PRIMARY KEY (id),
  KEY sessions_user_id_index (user_id)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO sessions (id, user_id, ip_address, payload, last_activity)
SELECT CONCAT('id ', n),
  CASE WHEN n % 4 > 0 THEN key_of('users', 1 + (n - 1) % 30) END,
  CASE WHEN n % 3 > 0 THEN CONCAT('ip_', n) END,
  CONCAT('payload ', n),
  n
FROM numbers WHERE n <= 20;

CREATE TABLE settings (
  name varchar(255) NOT NULL,
  payload json NOT NULL,
  PRIMARY KEY (name)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO settings (name, payload)
SELECT CONCAT('name ', n),
  JSON_OBJECT('n', n)
FROM numbers WHERE n <= 5;

CREATE TABLE migrations (
  id bigint AUTO_INCREMENT NOT NULL PRIMARY KEY,
  migration varchar(255) NOT NULL,
  batch int NOT NULL
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
INSERT INTO migrations (migration, batch)
SELECT CONCAT('migration ', n),
  n
FROM numbers WHERE n <= 9;

CREATE TABLE archived_orders (
  id char(36) NOT NULL PRIMARY KEY,
  customer_id char(36) NOT NULL,
  total decimal(10,2) NOT NULL,
  KEY archived_orders_customer_id_index (customer_id)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE VIEW sales AS
SELECT o.id, o.number, o.total, c.id AS customer_id, c.name, u.email FROM orders o
JOIN customers c ON c.id = o.customer_id LEFT JOIN users u ON u.id = c.user_id WHERE o.deleted_at IS NULL;
CREATE VIEW best_sellers AS
SELECT v.product_id, p.name, sum(i.quantity) AS sold FROM order_items i
JOIN product_variants v ON v.id = i.product_variant_id JOIN products p ON p.id = v.product_id GROUP BY v.product_id, p.name;
CREATE FUNCTION order_total(wanted char(36)) RETURNS decimal(10,2) READS SQL DATA
RETURN (SELECT sum(price * quantity) FROM order_items WHERE order_id = wanted);
ALTER TABLE orders MODIFY customer_id char(36) COLLATE utf8mb4_unicode_ci NOT NULL COMMENT 'who pays';
