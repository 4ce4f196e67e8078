-- The tables of the market, as the migrations make them. To update: npm run schema

create table abuse_records (
  hash bytea not null,
  suspended_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint abuse_records_pkey PRIMARY KEY (hash)
);

create table alert_matches (
  alert_id uuid not null,
  product_id uuid not null,
  day date not null,
  told_on date,
  constraint alert_matches_pkey PRIMARY KEY (alert_id, product_id),
  constraint alert_matches_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES alerts(id) ON DELETE CASCADE,
  constraint alert_matches_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX alert_matches_product ON alert_matches (product_id);
CREATE INDEX alert_matches_waiting ON alert_matches (day) WHERE told_on IS NULL;

create table alert_words (
  alert_id uuid not null,
  spelling text not null,
  places bigint not null,
  wanted bigint not null,
  word text,
  constraint alert_words_pkey PRIMARY KEY (alert_id, spelling),
  constraint alert_words_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES alerts(id) ON DELETE CASCADE
);
CREATE INDEX alert_words_spelling ON alert_words (spelling);

create table alerts (
  id uuid not null,
  user_id uuid not null,
  q text,
  category text,
  condition text,
  location_type text,
  price_range text,
  created_at timestamp with time zone not null default now(),
  told_at timestamp with time zone,
  constraint alerts_pkey PRIMARY KEY (id),
  constraint alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX alerts_same ON alerts (user_id, COALESCE(q, ''::text), COALESCE(category, ''::text), COALESCE(condition, ''::text), COALESCE(location_type, ''::text), COALESCE(price_range, ''::text));
CREATE TRIGGER alerts_write_words AFTER INSERT ON alerts FOR EACH ROW WHEN (new.q IS NOT NULL) EXECUTE FUNCTION write_alert_words();

create table alerts_told (
  product_id uuid not null,
  alert_id uuid not null,
  day date not null,
  constraint alerts_told_pkey PRIMARY KEY (product_id, alert_id),
  constraint alerts_told_alert_id_day_key UNIQUE (alert_id, day),
  constraint alerts_told_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES alerts(id) ON DELETE CASCADE,
  constraint alerts_told_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

create table allowances (
  user_id uuid not null,
  kind text not null,
  period_start timestamp with time zone not null,
  used integer not null,
  constraint allowances_pkey PRIMARY KEY (user_id, kind, period_start),
  constraint allowances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table appearances (
  id bigint not null generated always as identity,
  product_id uuid not null,
  words_until_then tsvector,
  appeared_at timestamp with time zone not null default now(),
  constraint appearances_pkey PRIMARY KEY (id)
);

create table asked_for_leaving_day (
  user_id uuid not null,
  constraint asked_for_leaving_day_pkey PRIMARY KEY (user_id),
  constraint asked_for_leaving_day_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table blocks (
  blocker_id uuid not null,
  blocked_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint blocks_pkey PRIMARY KEY (blocker_id, blocked_id),
  constraint blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint blocks_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint blocks_other CHECK (blocker_id <> blocked_id)
);
CREATE INDEX blocks_blocked ON blocks (blocked_id);
CREATE TRIGGER blocks_end_requests AFTER INSERT ON blocks FOR EACH ROW EXECUTE FUNCTION end_requests_across_block();

create table bundle_products (
  bundle_id uuid not null,
  product_id uuid not null,
  "position" smallint not null,
  constraint bundle_products_pkey PRIMARY KEY (bundle_id, product_id),
  constraint bundle_products_bundle_id_fkey FOREIGN KEY (bundle_id) REFERENCES bundles(id) ON DELETE CASCADE,
  constraint bundle_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX bundle_products_product ON bundle_products (product_id);

create table bundles (
  id uuid not null,
  seller_id uuid not null,
  place text not null,
  leaving_on date not null,
  created_at timestamp with time zone not null default now(),
  constraint bundles_pkey PRIMARY KEY (id),
  constraint bundles_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX bundles_seller ON bundles (seller_id, id DESC);

create table case_notes (
  id uuid not null,
  case_id uuid not null,
  by_id uuid not null,
  text text not null,
  created_at timestamp with time zone not null default now(),
  constraint case_notes_pkey PRIMARY KEY (id),
  constraint case_notes_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id)
);
CREATE INDEX case_notes_case ON case_notes (case_id, id);

create table cases (
  id uuid not null,
  product_id uuid,
  user_id uuid,
  snapshot jsonb,
  photos jsonb not null default '[]'::jsonb,
  files text[] not null default '{}'::text[],
  urgent boolean not null default false,
  by_authority boolean not null default false,
  created_at timestamp with time zone not null default now(),
  due_at timestamp with time zone not null,
  first_seen_at timestamp with time zone,
  hidden_at timestamp with time zone,
  closed_at timestamp with time zone,
  appeal_against uuid,
  appeal_text text,
  grievance_id uuid,
  deal_id uuid,
  feedback_role text,
  author_id uuid,
  claimed_by uuid,
  claimed_at timestamp with time zone,
  decided_listing text,
  constraint cases_pkey PRIMARY KEY (id),
  constraint cases_appeal FOREIGN KEY (appeal_against) REFERENCES decisions(id),
  constraint cases_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint cases_grievance_id_fkey FOREIGN KEY (grievance_id) REFERENCES grievances(id),
  constraint cases_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX cases_appeal_once ON cases (appeal_against) WHERE appeal_against IS NOT NULL;
CREATE INDEX cases_author ON cases (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX cases_closed ON cases (id DESC) WHERE closed_at IS NOT NULL;
CREATE INDEX cases_due ON cases (due_at, id) WHERE closed_at IS NULL;
CREATE INDEX cases_files ON cases USING gin (files);
CREATE UNIQUE INDEX cases_grievance ON cases (grievance_id) WHERE grievance_id IS NOT NULL;
CREATE INDEX cases_kept ON cases (closed_at) WHERE closed_at IS NOT NULL AND files <> '{}'::text[];
CREATE UNIQUE INDEX cases_open_feedback ON cases (deal_id, feedback_role) WHERE closed_at IS NULL AND deal_id IS NOT NULL AND appeal_against IS NULL;
CREATE UNIQUE INDEX cases_open_product ON cases (product_id) WHERE closed_at IS NULL AND product_id IS NOT NULL AND appeal_against IS NULL AND grievance_id IS NULL;
CREATE UNIQUE INDEX cases_open_user ON cases (user_id) WHERE closed_at IS NULL AND product_id IS NULL AND appeal_against IS NULL AND grievance_id IS NULL;
CREATE INDEX cases_user ON cases (user_id);

create table clicks (
  product_id uuid not null,
  day date not null,
  viewer bytea not null,
  constraint clicks_pkey PRIMARY KEY (product_id, day, viewer),
  constraint clicks_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX clicks_viewer ON clicks (viewer);

create table consents (
  user_id uuid not null,
  version text not null,
  given_at timestamp with time zone not null default now(),
  constraint consents_pkey PRIMARY KEY (user_id, version),
  constraint consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table contact_requests (
  id uuid not null,
  product_id uuid not null,
  name text not null,
  seller_id uuid not null,
  buyer_id uuid not null,
  state text not null default 'open'::text,
  asked integer not null default 1,
  first_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  expired_at timestamp with time zone,
  unanswered boolean not null default false,
  mailed_at timestamp with time zone,
  mail_id uuid,
  constraint contact_requests_pkey PRIMARY KEY (id),
  constraint contact_requests_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint contact_requests_once UNIQUE (product_id, buyer_id, seller_id),
  constraint contact_requests_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint contact_requests_state_check CHECK (state = ANY (ARRAY['open'::text, 'shared'::text, 'refused'::text, 'sold'::text, 'over'::text, 'withdrawn'::text]))
);
CREATE INDEX contact_requests_buyer ON contact_requests (buyer_id, created_at);
CREATE INDEX contact_requests_seller ON contact_requests (seller_id, created_at);
CREATE INDEX contact_requests_waiting ON contact_requests (created_at) WHERE state = 'open'::text AND expired_at IS NULL;
CREATE TRIGGER contact_requests_answer_notice AFTER UPDATE ON contact_requests FOR EACH ROW WHEN (old.state = 'open'::text AND new.state <> 'open'::text) EXECUTE FUNCTION answer_request_notice();

create table copied_photos (
  case_id uuid not null,
  first_user_id uuid not null,
  first_product_id uuid not null,
  created_at timestamp with time zone not null,
  user_id uuid not null,
  copied_at timestamp with time zone not null,
  constraint copied_photos_pkey PRIMARY KEY (case_id),
  constraint copied_photos_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint copied_photos_first_user_id_fkey FOREIGN KEY (first_user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint copied_photos_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX copied_photos_first ON copied_photos (first_product_id);
CREATE UNIQUE INDEX copied_photos_pair ON copied_photos (LEAST(first_user_id, user_id), GREATEST(first_user_id, user_id));

create table daily_figures (
  day date not null,
  name text not null,
  value double precision not null,
  constraint daily_figures_pkey PRIMARY KEY (day, name)
);

create table deals (
  id uuid not null,
  product_id uuid,
  name text not null,
  seller_id uuid,
  buyer_id uuid,
  created_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone,
  refused_at timestamp with time zone,
  pair uuid,
  listing_id uuid,
  constraint deals_pkey PRIMARY KEY (id),
  constraint deals_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint deals_once UNIQUE (product_id, buyer_id),
  constraint deals_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE SET NULL,
  constraint deals_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX deals_buyer ON deals (buyer_id, id DESC);
CREATE INDEX deals_listing ON deals (listing_id);
CREATE UNIQUE INDEX deals_listing_one_buyer ON deals (listing_id) WHERE confirmed_at IS NOT NULL;
CREATE UNIQUE INDEX deals_one_buyer ON deals (product_id) WHERE confirmed_at IS NOT NULL;
CREATE INDEX deals_seller ON deals (seller_id, id DESC);
CREATE TRIGGER deals_set_listing BEFORE INSERT ON deals FOR EACH ROW EXECUTE FUNCTION set_deal_listing();
CREATE TRIGGER deals_set_pair BEFORE INSERT OR UPDATE ON deals FOR EACH ROW EXECUTE FUNCTION set_deal_pair();

create table decisions (
  id uuid not null,
  case_id uuid,
  user_id uuid,
  product_id uuid,
  action text not null,
  note text not null,
  days integer,
  until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  by_id uuid,
  appeal text not null default 'none'::text,
  constraint decisions_pkey PRIMARY KEY (id),
  constraint decisions_appeal_check CHECK (appeal = ANY (ARRAY['none'::text, 'open'::text, 'upheld'::text, 'refused'::text])),
  constraint decisions_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id),
  constraint decisions_case_once UNIQUE (case_id),
  constraint decisions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX decisions_user ON decisions (user_id, id DESC);

create table deleted_listing_rows (
  product_id uuid not null,
  source text not null,
  user_id uuid,
  bundle_id uuid,
  content jsonb not null,
  constraint deleted_listing_rows_bundle_id_fkey FOREIGN KEY (bundle_id) REFERENCES bundles(id) ON DELETE CASCADE,
  constraint deleted_listing_rows_product_id_fkey FOREIGN KEY (product_id) REFERENCES deleted_listings(product_id) ON DELETE CASCADE,
  constraint deleted_listing_rows_source_check CHECK (source = ANY (ARRAY['price_changes'::text, 'saved_products'::text, 'bundle_products'::text])),
  constraint deleted_listing_rows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX deleted_listing_rows_bundle ON deleted_listing_rows (bundle_id);
CREATE INDEX deleted_listing_rows_product ON deleted_listing_rows (product_id);
CREATE INDEX deleted_listing_rows_user ON deleted_listing_rows (user_id);

create table deleted_listings (
  product_id uuid not null,
  seller_id uuid not null,
  product jsonb not null,
  photos jsonb not null,
  files text[] not null,
  deleted_at timestamp with time zone not null default now(),
  constraint deleted_listings_pkey PRIMARY KEY (product_id),
  constraint deleted_listings_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX deleted_listings_age ON deleted_listings (deleted_at);
CREATE INDEX deleted_listings_files ON deleted_listings USING gin (files);
CREATE INDEX deleted_listings_seller ON deleted_listings (seller_id, deleted_at DESC);
CREATE TRIGGER deleted_listings_forget_short_code AFTER DELETE ON deleted_listings FOR EACH ROW EXECUTE FUNCTION forget_short_code();

create table doubted_listings (
  product_id uuid not null,
  asked_at timestamp with time zone not null default now(),
  constraint doubted_listings_pkey PRIMARY KEY (product_id),
  constraint doubted_listings_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

create table earlier_reveals (
  user_id uuid not null,
  day date not null,
  product_id uuid not null,
  revealed_at timestamp with time zone not null,
  seller_id uuid,
  constraint earlier_reveals_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint earlier_reveals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX earlier_reveals_day ON earlier_reveals (day);
CREATE INDEX earlier_reveals_seller ON earlier_reveals (seller_id);
CREATE INDEX earlier_reveals_user ON earlier_reveals (user_id, day);

create table erasures (
  subject bytea not null,
  address bytea not null,
  erased_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  constraint erasures_pkey PRIMARY KEY (subject, erased_at)
);

create table feedback (
  deal_id uuid not null,
  role text not null,
  author_id uuid,
  about_id uuid,
  good boolean not null,
  tags text[] not null,
  text text not null,
  created_at timestamp with time zone not null default now(),
  shown_at timestamp with time zone not null,
  reply text,
  removed_at timestamp with time zone,
  constraint feedback_pkey PRIMARY KEY (deal_id, role),
  constraint feedback_about_id_fkey FOREIGN KEY (about_id) REFERENCES users(id) ON DELETE SET NULL NOT VALID,
  constraint feedback_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint feedback_deal_id_fkey FOREIGN KEY (deal_id) REFERENCES deals(id) ON DELETE CASCADE,
  constraint feedback_role_check CHECK (role = ANY (ARRAY['buyer'::text, 'seller'::text]))
);
CREATE INDEX feedback_about ON feedback (about_id, shown_at DESC);
CREATE INDEX feedback_author ON feedback (author_id);
CREATE INDEX feedback_shown ON feedback (shown_at);

create table finished_months (
  month text not null,
  counts jsonb not null,
  constraint finished_months_pkey PRIMARY KEY (month)
);

create table grievance_hours (
  hour timestamp with time zone not null,
  received integer not null,
  constraint grievance_hours_pkey PRIMARY KEY (hour)
);

create table grievances (
  id uuid not null,
  receipt text not null,
  attempt bytea,
  name text not null,
  email text not null,
  subject text not null,
  details text not null,
  product_url text,
  created_at timestamp with time zone not null default now(),
  constraint grievances_pkey PRIMARY KEY (id),
  constraint grievances_attempt_unique UNIQUE (attempt),
  constraint grievances_receipt_unique UNIQUE (receipt)
);
CREATE INDEX grievances_email ON grievances (lower(email), created_at);

create table handovers (
  id uuid not null,
  product_id uuid not null,
  name text not null,
  giver_id uuid not null,
  email text not null,
  taker_id uuid,
  state text not null default 'open'::text,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  constraint handovers_pkey PRIMARY KEY (id),
  constraint handovers_giver_id_fkey FOREIGN KEY (giver_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint handovers_state_check CHECK (state = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text, 'lapsed'::text, 'void'::text])),
  constraint handovers_taker_id_fkey FOREIGN KEY (taker_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX handovers_age ON handovers (created_at);
CREATE INDEX handovers_email ON handovers (email);
CREATE INDEX handovers_giver ON handovers (giver_id, created_at);
CREATE UNIQUE INDEX handovers_open ON handovers (product_id) WHERE state = 'open'::text;
CREATE INDEX handovers_taker ON handovers (taker_id) WHERE taker_id IS NOT NULL;
CREATE TRIGGER handovers_answer_notice AFTER UPDATE ON handovers FOR EACH ROW WHEN (old.state = 'open'::text AND new.state <> 'open'::text) EXECUTE FUNCTION answer_handover_notice();

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  status smallint,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key),
  constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

create table identities (
  id uuid not null,
  issuer text not null,
  subject text not null,
  email text not null,
  name text not null,
  picture text,
  created_at timestamp with time zone not null default now(),
  relink_until timestamp with time zone,
  signed_in_at timestamp with time zone,
  seen_at timestamp with time zone,
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_email_unique UNIQUE (email),
  constraint identities_subject_unique UNIQUE (issuer, subject)
);

create table kept_listings (
  product_id uuid not null,
  until date not null,
  constraint kept_listings_pkey PRIMARY KEY (product_id),
  constraint kept_listings_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX kept_listings_days ON kept_listings (until);

create table leavers (
  user_id uuid not null,
  leaving_on date not null,
  told_at timestamp with time zone,
  left_at timestamp with time zone,
  constraint leavers_pkey PRIMARY KEY (user_id),
  constraint leavers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX leavers_days ON leavers (leaving_on) WHERE left_at IS NULL;

create table listing_clocks (
  product_id uuid not null,
  alive_at timestamp with time zone not null default now(),
  reserved_until timestamp with time zone,
  told_at timestamp with time zone,
  asked_at timestamp with time zone,
  constraint listing_clocks_pkey PRIMARY KEY (product_id),
  constraint listing_clocks_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX listing_clocks_alive ON listing_clocks (alive_at);
CREATE INDEX listing_clocks_reserved ON listing_clocks (reserved_until) WHERE reserved_until IS NOT NULL;
CREATE INDEX listing_clocks_unasked ON listing_clocks (alive_at) WHERE asked_at IS NULL;
CREATE INDEX listing_clocks_untold ON listing_clocks (alive_at) WHERE told_at IS NULL;

create table listing_doubts (
  buyer_id uuid not null,
  product_id uuid not null,
  kind text not null,
  seller_id uuid not null,
  said_at timestamp with time zone not null default now(),
  counted boolean not null,
  paused boolean not null default false,
  used_at timestamp with time zone,
  overruled_at timestamp with time zone,
  constraint listing_doubts_pkey PRIMARY KEY (buyer_id, product_id, kind),
  constraint listing_doubts_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint listing_doubts_kind_check CHECK (kind = ANY (ARRAY['sold'::text, 'wrong-number'::text])),
  constraint listing_doubts_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX listing_doubts_age ON listing_doubts (said_at);
CREATE INDEX listing_doubts_product ON listing_doubts (product_id) WHERE used_at IS NULL;
CREATE INDEX listing_doubts_seller ON listing_doubts (seller_id);

create table listing_key_tokens (
  hash bytea not null,
  key_hash bytea not null,
  product_id uuid,
  act text not null,
  created_at timestamp with time zone not null default now(),
  constraint listing_key_tokens_pkey PRIMARY KEY (hash),
  constraint listing_key_tokens_act_check CHECK (act = ANY (ARRAY['sold'::text, 'removed'::text, 'confirmed'::text])),
  constraint listing_key_tokens_key_hash_fkey FOREIGN KEY (key_hash) REFERENCES listing_keys(hash) ON DELETE CASCADE
);
CREATE INDEX listing_key_tokens_key ON listing_key_tokens (key_hash);

create table listing_keys (
  hash bytea not null,
  user_id uuid not null,
  product_id uuid,
  mail_id uuid,
  created_at timestamp with time zone not null default now(),
  constraint listing_keys_pkey PRIMARY KEY (hash),
  constraint listing_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX listing_keys_age ON listing_keys (created_at);
CREATE INDEX listing_keys_mail ON listing_keys (mail_id) WHERE mail_id IS NOT NULL;
CREATE UNIQUE INDEX listing_keys_own ON listing_keys (user_id) WHERE product_id IS NULL;
CREATE INDEX listing_keys_student ON listing_keys (user_id);

create table migrations (
  version bigint not null,
  name text,
  md5 text,
  run_at timestamp with time zone,
  constraint migrations_pkey PRIMARY KEY (version)
);

create table moderation_log (
  id uuid not null,
  created_at timestamp with time zone not null default now(),
  actor_id uuid,
  automatic boolean not null default false,
  action text not null,
  note text not null,
  product_id uuid,
  user_id uuid,
  case_id uuid,
  alone boolean not null default false,
  constraint moderation_log_pkey PRIMARY KEY (id)
);
CREATE INDEX moderation_log_user ON moderation_log (user_id) WHERE user_id IS NOT NULL;
CREATE TRIGGER moderation_log_append_only BEFORE DELETE OR UPDATE ON moderation_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER moderation_log_no_truncate BEFORE TRUNCATE ON moderation_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table moderator_answers (
  identity_id uuid not null,
  key text not null,
  request_hash bytea not null,
  body text not null,
  status smallint,
  created_at timestamp with time zone not null default now(),
  constraint moderator_answers_pkey PRIMARY KEY (identity_id, key),
  constraint moderator_answers_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id) ON DELETE CASCADE
);
CREATE INDEX moderator_answers_age ON moderator_answers (created_at);

create table notice_mails (
  user_id uuid not null,
  off_at timestamp with time zone,
  digest_at timestamp with time zone,
  mail_id uuid,
  constraint notice_mails_pkey PRIMARY KEY (user_id),
  constraint notice_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table notices (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  text text not null,
  product_id uuid,
  about_id uuid,
  actions jsonb not null default '[]'::jsonb,
  dedupe_key text not null,
  created_at timestamp with time zone not null default now(),
  read_at timestamp with time zone,
  mailed_at timestamp with time zone,
  answer text,
  listing_id uuid,
  case_id uuid,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_about_id_fkey FOREIGN KEY (about_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notices_once UNIQUE (user_id, dedupe_key),
  constraint notices_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notices_about ON notices (about_id) WHERE about_id IS NOT NULL;
CREATE INDEX notices_product ON notices (product_id) WHERE product_id IS NOT NULL;
CREATE INDEX notices_unmailed ON notices (created_at) WHERE mailed_at IS NULL;
CREATE INDEX notices_unread ON notices (user_id) WHERE read_at IS NULL;
CREATE INDEX notices_user ON notices (user_id, id DESC);

create table notices_off (
  user_id uuid not null,
  kind text not null,
  constraint notices_off_pkey PRIMARY KEY (user_id, kind),
  constraint notices_off_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table outbox (
  id uuid not null,
  kind text not null,
  once text,
  recipient text not null,
  subject text not null,
  words text not null,
  unsubscribe text,
  created_at timestamp with time zone not null default now(),
  attempts integer not null default 0,
  due_at timestamp with time zone not null default now(),
  state text not null default 'waiting'::text,
  done_at timestamp with time zone,
  student_id uuid,
  about uuid[],
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_once_unique UNIQUE (once),
  constraint outbox_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'refused'::text]))
);
CREATE INDEX outbox_done ON outbox (done_at) WHERE state <> 'waiting'::text;
CREATE INDEX outbox_waiting ON outbox (id) WHERE state = 'waiting'::text;

create table outcomes (
  buyer_id uuid not null,
  product_id uuid not null,
  seller_id uuid not null,
  contacted_at timestamp with time zone not null default now(),
  asked integer not null default 0,
  asked_at timestamp with time zone,
  replied boolean,
  replied_at timestamp with time zone,
  bought text,
  constraint outcomes_pkey PRIMARY KEY (buyer_id, product_id, seller_id),
  constraint outcomes_bought_check CHECK (bought = ANY (ARRAY['yes'::text, 'no'::text, 'not-yet'::text])),
  constraint outcomes_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint outcomes_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX outcomes_product ON outcomes (product_id, replied_at DESC) WHERE replied IS NOT NULL;
CREATE INDEX outcomes_seller ON outcomes (seller_id, replied_at) WHERE replied IS NOT NULL;

create table photo_fingerprints (
  photo_id uuid not null,
  bits bigint not null,
  constraint photo_fingerprints_pkey PRIMARY KEY (photo_id),
  constraint photo_fingerprints_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES photos(id) ON DELETE CASCADE
);
CREATE INDEX photo_fingerprints_band_1 ON photo_fingerprints ((bits & 65535::bigint));
CREATE INDEX photo_fingerprints_band_2 ON photo_fingerprints (((bits >> 16) & 65535::bigint));
CREATE INDEX photo_fingerprints_band_3 ON photo_fingerprints (((bits >> 32) & 65535::bigint));
CREATE INDEX photo_fingerprints_band_4 ON photo_fingerprints (((bits >> 48) & 65535::bigint));

create table photos (
  id uuid not null,
  owner_id uuid not null,
  product_id uuid,
  "position" smallint not null default 0,
  image json not null,
  files text[] not null,
  bytes integer not null,
  created_at timestamp with time zone not null default now(),
  constraint photos_pkey PRIMARY KEY (id),
  constraint photos_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint photos_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE SET NULL
);
CREATE INDEX photos_files ON photos USING gin (files);
CREATE INDEX photos_product ON photos (product_id, "position") WHERE product_id IS NOT NULL;
CREATE INDEX photos_unused ON photos (owner_id, created_at) WHERE product_id IS NULL;
CREATE INDEX photos_unused_age ON photos (created_at) WHERE product_id IS NULL;

create table price_changes (
  product_id uuid not null,
  price_paise integer not null,
  changed_at timestamp with time zone not null default clock_timestamp(),
  constraint price_changes_pkey PRIMARY KEY (product_id, changed_at),
  constraint price_changes_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

create table products (
  id uuid not null,
  seller_id uuid not null,
  name text not null,
  price_paise integer not null,
  description text not null,
  category text not null,
  condition text not null,
  location_type text not null,
  address text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  sold_at timestamp with time zone,
  listed boolean not null default true,
  version integer not null default 1,
  random_key double precision not null default random(),
  hidden_at timestamp with time zone,
  hidden_note text,
  drafted boolean not null default false,
  confirmed_at timestamp with time zone,
  resting_at timestamp with time zone,
  negotiable boolean not null default false,
  available_from date,
  reserved_until timestamp with time zone,
  previous_price_paise integer,
  price_dropped_at timestamp with time zone,
  expired_at timestamp with time zone,
  resting_because text,
  brought_back boolean,
  unpausable_until timestamp with time zone,
  unconfirmed_since date,
  asks_first boolean,
  asking boolean not null default false,
  constraint products_pkey PRIMARY KEY (id),
  constraint products_expired_unlisted CHECK (expired_at IS NULL OR sold_at IS NOT NULL OR NOT listed) NOT VALID,
  constraint products_hidden_unlisted CHECK (hidden_at IS NULL OR NOT listed),
  constraint products_price_positive CHECK (price_paise > 0),
  constraint products_resting_unlisted CHECK (resting_at IS NULL OR NOT listed) NOT VALID,
  constraint products_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX products_category ON products (category, condition, id DESC NULLS LAST, location_type, price_paise) WHERE listed;
CREATE INDEX products_category_newest ON products (category, id DESC NULLS LAST, location_type, price_paise) WHERE listed;
CREATE INDEX products_condition ON products (condition, id DESC NULLS LAST, location_type, price_paise) WHERE listed;
CREATE INDEX products_newest ON products (id DESC, location_type, price_paise) WHERE listed;
CREATE INDEX products_price ON products (price_paise, id, category, condition, location_type) WHERE listed;
CREATE INDEX products_random ON products (random_key) WHERE listed AND sold_at IS NULL;
CREATE INDEX products_seller ON products (seller_id, id DESC);
CREATE INDEX products_sold ON products (sold_at) WHERE listed AND sold_at IS NOT NULL;
CREATE INDEX products_unsold ON products (id DESC) WHERE listed AND sold_at IS NULL;
CREATE TRIGGER products_answered AFTER UPDATE ON products FOR EACH ROW WHEN (old.confirmed_at IS DISTINCT FROM new.confirmed_at OR old.sold_at IS DISTINCT FROM new.sold_at OR old.updated_at IS DISTINCT FROM new.updated_at OR new.reserved_until > now() AND new.reserved_until IS DISTINCT FROM old.reserved_until) EXECUTE FUNCTION forget_question();
CREATE TRIGGER products_appear_changed AFTER UPDATE ON products FOR EACH ROW WHEN (new.listed AND new.sold_at IS NULL AND (NOT old.listed OR old.sold_at IS NOT NULL OR old.reserved_until IS NOT NULL AND new.reserved_until IS NULL OR old.name IS DISTINCT FROM new.name OR old.description IS DISTINCT FROM new.description OR old.category IS DISTINCT FROM new.category OR old.condition IS DISTINCT FROM new.condition OR old.location_type IS DISTINCT FROM new.location_type OR old.price_paise IS DISTINCT FROM new.price_paise)) EXECUTE FUNCTION keep_appearance();
CREATE TRIGGER products_appear_new AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_new_appearances();
CREATE TRIGGER products_decide_asking BEFORE INSERT OR UPDATE OF asks_first, seller_id ON products FOR EACH ROW EXECUTE FUNCTION decide_asking();
CREATE TRIGGER products_decide_listed BEFORE INSERT OR UPDATE ON products FOR EACH ROW EXECUTE FUNCTION decide_listed();
CREATE TRIGGER products_end_requests AFTER UPDATE ON products FOR EACH ROW WHEN (old.sold_at IS NULL AND new.sold_at IS NOT NULL) EXECUTE FUNCTION end_requests_of_sold();
CREATE TRIGGER products_end_unconfirmed BEFORE UPDATE ON products FOR EACH ROW WHEN (old.unconfirmed_since IS NOT NULL AND (old.updated_at IS DISTINCT FROM new.updated_at OR old.confirmed_at IS DISTINCT FROM new.confirmed_at OR old.sold_at IS DISTINCT FROM new.sold_at OR new.reserved_until > now() AND new.reserved_until IS DISTINCT FROM old.reserved_until)) EXECUTE FUNCTION end_unconfirmed();
CREATE TRIGGER products_forget_short_code AFTER DELETE ON products FOR EACH ROW EXECUTE FUNCTION forget_short_code();
CREATE TRIGGER products_give_short_code AFTER INSERT ON products FOR EACH ROW EXECUTE FUNCTION give_short_code();
CREATE TRIGGER products_handed_over_end_requests AFTER UPDATE ON products FOR EACH ROW WHEN (old.seller_id IS DISTINCT FROM new.seller_id) EXECUTE FUNCTION end_requests_of_listing();
CREATE TRIGGER products_index_changed AFTER UPDATE ON products FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.description IS DISTINCT FROM new.description OR old.category IS DISTINCT FROM new.category OR old.condition IS DISTINCT FROM new.condition OR old.location_type IS DISTINCT FROM new.location_type OR old.price_paise IS DISTINCT FROM new.price_paise OR old.listed IS DISTINCT FROM new.listed) EXECUTE FUNCTION index_changed_product();
CREATE TRIGGER products_index_new AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION index_new_products();
CREATE TRIGGER products_keep_price AFTER UPDATE ON products FOR EACH ROW WHEN (old.price_paise <> new.price_paise) EXECUTE FUNCTION keep_price();
CREATE TRIGGER products_keep_sold_words AFTER UPDATE ON products FOR EACH ROW WHEN (old.sold_at IS DISTINCT FROM new.sold_at) EXECUTE FUNCTION keep_sold_words();
CREATE TRIGGER products_removed_end_requests AFTER DELETE ON products FOR EACH ROW EXECUTE FUNCTION end_requests_of_listing();
CREATE TRIGGER products_removed_void_handovers AFTER DELETE ON products FOR EACH ROW EXECUTE FUNCTION void_handovers_of_listing();
CREATE TRIGGER products_set_clock AFTER UPDATE ON products FOR EACH ROW WHEN (old.updated_at IS DISTINCT FROM new.updated_at OR old.confirmed_at IS DISTINCT FROM new.confirmed_at OR old.reserved_until IS DISTINCT FROM new.reserved_until) EXECUTE FUNCTION set_listing_clock();
CREATE TRIGGER products_start AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION start_listing();
CREATE TRIGGER products_void_handovers AFTER UPDATE ON products FOR EACH ROW WHEN (old.sold_at IS NULL AND new.sold_at IS NOT NULL OR old.hidden_at IS NULL AND new.hidden_at IS NOT NULL) EXECUTE FUNCTION void_handovers_of_listing();

create table push_subscriptions (
  session_id uuid not null,
  user_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp with time zone not null default now(),
  constraint push_subscriptions_pkey PRIMARY KEY (session_id),
  constraint push_subscriptions_endpoint UNIQUE (endpoint),
  constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id, created_at);

create table pushes (
  session_id uuid not null,
  notice_id uuid not null,
  attempts integer not null default 0,
  due_at timestamp with time zone not null default now(),
  done_at timestamp with time zone,
  delivered boolean not null default false,
  constraint pushes_pkey PRIMARY KEY (session_id, notice_id),
  constraint pushes_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id) ON DELETE CASCADE,
  constraint pushes_session_id_fkey FOREIGN KEY (session_id) REFERENCES push_subscriptions(session_id) ON DELETE CASCADE
);
CREATE INDEX pushes_notice ON pushes (notice_id);
CREATE INDEX pushes_waiting ON pushes (due_at) WHERE done_at IS NULL;

create table reports (
  id uuid not null,
  receipt text not null,
  reporter_id uuid,
  case_id uuid not null,
  product_id uuid,
  user_id uuid,
  reason text not null,
  details text not null,
  created_at timestamp with time zone not null default now(),
  due_at timestamp with time zone not null,
  deal_id uuid,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_about_one CHECK (num_nonnulls(product_id, user_id) = 1 OR deal_id IS NOT NULL AND num_nonnulls(product_id, user_id) = 0) NOT VALID,
  constraint reports_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id),
  constraint reports_receipt_unique UNIQUE (receipt),
  constraint reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX reports_case ON reports (case_id);
CREATE UNIQUE INDEX reports_once_a_case ON reports (reporter_id, case_id) WHERE product_id IS NOT NULL;
CREATE UNIQUE INDEX reports_once_deal ON reports (reporter_id, deal_id) WHERE deal_id IS NOT NULL AND user_id IS NULL;
CREATE UNIQUE INDEX reports_once_user ON reports (reporter_id, user_id) WHERE user_id IS NOT NULL;
CREATE INDEX reports_product ON reports (product_id) WHERE product_id IS NOT NULL;
CREATE INDEX reports_reporter ON reports (reporter_id, id DESC);

create table request_key_tokens (
  hash bytea not null,
  key_hash bytea not null,
  answer text not null,
  created_at timestamp with time zone not null default now(),
  constraint request_key_tokens_pkey PRIMARY KEY (hash),
  constraint request_key_tokens_answer_check CHECK (answer = ANY (ARRAY['share'::text, 'not-now'::text, 'sold'::text])),
  constraint request_key_tokens_key_hash_fkey FOREIGN KEY (key_hash) REFERENCES request_keys(hash) ON DELETE CASCADE
);
CREATE INDEX request_key_tokens_key ON request_key_tokens (key_hash);

create table request_keys (
  hash bytea not null,
  request_id uuid not null,
  mail_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint request_keys_pkey PRIMARY KEY (hash),
  constraint request_keys_request_id_fkey FOREIGN KEY (request_id) REFERENCES contact_requests(id) ON DELETE CASCADE
);
CREATE INDEX request_keys_mail ON request_keys (mail_id);
CREATE INDEX request_keys_request ON request_keys (request_id);

create table reveals (
  user_id uuid not null,
  day date not null,
  product_id uuid not null,
  revealed_at timestamp with time zone not null default now(),
  seller_id uuid,
  constraint reveals_pkey PRIMARY KEY (user_id, day, product_id),
  constraint reveals_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES users(id) ON DELETE SET NULL NOT VALID,
  constraint reveals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX reveals_product ON reveals (product_id, user_id);
CREATE INDEX reveals_recent ON reveals (user_id, revealed_at);
CREATE TRIGGER reveals_keep_seller BEFORE INSERT ON reveals FOR EACH ROW EXECUTE FUNCTION keep_revealed_seller();

create table saved_products (
  user_id uuid not null,
  product_id uuid not null,
  saved_at timestamp with time zone not null default clock_timestamp(),
  price_paise integer,
  constraint saved_products_pkey PRIMARY KEY (user_id, product_id),
  constraint saved_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint saved_products_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX saved_products_product ON saved_products (product_id);

create table search_entries (
  product_id uuid not null,
  price_paise integer not null,
  words tsvector not null,
  constraint search_entries_pkey PRIMARY KEY (product_id),
  constraint search_entries_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX search_entries_price ON search_entries (price_paise, product_id DESC);
CREATE INDEX search_entries_words ON search_entries USING gin (words) WITH (fastupdate=off);

create table search_words (
  word text not null,
  sound text not null,
  products integer not null default 1,
  constraint search_words_pkey PRIMARY KEY (word)
);
CREATE INDEX search_words_sound ON search_words USING gin (sound gin_trgm_ops) WITH (fastupdate=off) WHERE sound <> ''::text;
CREATE INDEX search_words_spelling ON search_words USING gin (word gin_trgm_ops) WITH (fastupdate=off) WHERE sound <> ''::text;

create table sessions (
  id uuid not null,
  identity_id uuid not null,
  secret_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  last_seen_at timestamp with time zone,
  browser text,
  authenticated_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id) ON DELETE CASCADE,
  constraint sessions_secret_unique UNIQUE (secret_hash)
);
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE INDEX sessions_identity ON sessions (identity_id);
CREATE TRIGGER sessions_end_push AFTER UPDATE OF ended_at ON sessions FOR EACH ROW WHEN (new.ended_at IS NOT NULL) EXECUTE FUNCTION end_push();

create table settings (
  name text not null,
  value jsonb not null,
  constraint settings_pkey PRIMARY KEY (name)
);

create table short_codes (
  code text not null,
  product_id uuid,
  constraint short_codes_pkey PRIMARY KEY (code),
  constraint short_codes_product_id_key UNIQUE (product_id)
);

create table sign_ins (
  state_hash bytea not null,
  came_back_at timestamp with time zone not null default now(),
  answered_at timestamp with time zone,
  refusal text,
  constraint sign_ins_pkey PRIMARY KEY (state_hash)
);

create table signing_keys (
  id text not null,
  private_key text not null,
  public_key jsonb not null,
  created_at timestamp with time zone not null default now(),
  retired_at timestamp with time zone,
  constraint signing_keys_pkey PRIMARY KEY (id)
);

create table sold_prices (
  word text not null,
  category text not null,
  sales integer[] not null,
  conditions text[] not null,
  prices integer[] not null,
  sellers integer[] not null default '{}'::integer[],
  constraint sold_prices_pkey PRIMARY KEY (word, category)
);

create table sold_words (
  product_id uuid not null,
  word text not null,
  category text not null,
  condition text not null,
  price_paise integer not null,
  sold_at timestamp with time zone not null,
  constraint sold_words_pkey PRIMARY KEY (product_id, word),
  constraint sold_words_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX sold_words_latest ON sold_words (word, category, condition, sold_at DESC) INCLUDE (price_paise, product_id);

create table unanswered_listings (
  product_id uuid not null,
  asked_at timestamp with time zone not null default now(),
  constraint unanswered_listings_pkey PRIMARY KEY (product_id),
  constraint unanswered_listings_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

create table users (
  id uuid not null,
  identity_id uuid not null,
  name text not null,
  phone text not null,
  country text not null,
  course text not null,
  semester text not null,
  bio text not null default ''::text,
  avatar text not null default 'adventurer'::text,
  created_at timestamp with time zone not null default now(),
  suspended_at timestamp with time zone,
  suspended_until timestamp with time zone,
  suspension_reason text,
  deleted_at timestamp with time zone,
  rules_seen_at timestamp with time zone not null default now(),
  asks_first boolean not null default false,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES identities(id) ON DELETE CASCADE,
  constraint users_identity_unique UNIQUE (identity_id)
);
CREATE INDEX users_deleted ON users (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX users_suspension_end ON users (suspended_until) WHERE suspended_until IS NOT NULL;
CREATE TRIGGER users_decide_asking AFTER UPDATE ON users FOR EACH ROW WHEN (old.asks_first <> new.asks_first) EXECUTE FUNCTION decide_asking_of_seller();
CREATE TRIGGER users_decide_listings AFTER UPDATE ON users FOR EACH ROW WHEN ((old.suspended_at IS NULL AND old.deleted_at IS NULL) IS DISTINCT FROM (new.suspended_at IS NULL AND new.deleted_at IS NULL)) EXECUTE FUNCTION decide_listings();
CREATE TRIGGER users_end_listing_keys AFTER UPDATE ON users FOR EACH ROW WHEN (old.suspended_at IS NULL AND new.suspended_at IS NOT NULL OR old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION end_listing_keys();
CREATE TRIGGER users_end_request_keys AFTER UPDATE ON users FOR EACH ROW WHEN (old.suspended_at IS NULL AND new.suspended_at IS NOT NULL OR old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION end_request_keys();
CREATE TRIGGER users_end_requests AFTER UPDATE ON users FOR EACH ROW WHEN (old.suspended_at IS NULL AND new.suspended_at IS NOT NULL OR old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION end_requests_of_student();
CREATE TRIGGER users_void_handovers AFTER UPDATE ON users FOR EACH ROW WHEN (old.suspended_at IS NULL AND new.suspended_at IS NOT NULL OR old.deleted_at IS NULL AND new.deleted_at IS NOT NULL) EXECUTE FUNCTION void_handovers_of_giver();

create table view_counts (
  day date not null,
  page text not null,
  referrer text not null,
  viewport text not null,
  language text not null,
  views integer not null,
  constraint view_counts_pkey PRIMARY KEY (day, page, referrer, viewport, language)
);

CREATE OR REPLACE FUNCTION alert_spellings(q text)
 RETURNS TABLE(spelling text, places bigint, wanted bigint, word text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  with typed as (
    select words, least(cardinality(words), 60) as size from words_of(q) words
  ), spelled (spelling, places, word) as (
    select array_to_string(words[place:place + length - 1], ' '), ((1::bigint << length) - 1) << (place - 1), null
    from typed, generate_series(1, size) place, generate_series(1, least(3, size - place + 1)) length
    union all
    select words[place] || words[place + 1], 3::bigint << (place - 1), null
    from typed, generate_series(1, size - 1) place
    union all
    select overlay(words[place] placing '?' from letter for 1), 1::bigint << (place - 1), words[place]
    from typed, generate_series(1, size) place, generate_series(1, length(words[place])) letter
    where length(words[place]) >= 5 and words[place] !~ '\d'
  )
  select spelled.spelling, bit_or(spelled.places), (1::bigint << max(size)) - 1, min(spelled.word)
  from spelled, typed where spelled.spelling <> '' group by spelled.spelling
$function$;

CREATE OR REPLACE FUNCTION alike_words(typed text, typed_sound text)
 RETURNS SETOF search_words
 LANGUAGE sql
 STABLE
 SET "pg_trgm.similarity_threshold" TO '0.2'
AS $function$
  (select known.* from search_words known
   where known.sound <> '' and known.word % typed
   order by similarity(known.word, typed) desc limit 40)
  union
  (select known.* from search_words known
   where known.sound <> '' and known.sound % typed_sound
   order by similarity(known.sound, typed_sound) desc limit 40)
$function$;

CREATE OR REPLACE FUNCTION answer_handover_notice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update notices set actions = '[]', read_at = coalesce(read_at, now()),
    answer = case new.state when 'accepted' then 'handover-accepted' when 'declined' then 'handover-declined'
      else 'handover-over' end
  where user_id = new.taker_id and dedupe_key = 'handover:' || new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION answer_request_notice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update notices set actions = '[]', read_at = coalesce(read_at, now()),
    answer = case new.state when 'shared' then 'request-shared' when 'refused' then 'request-refused'
      when 'sold' then 'sold' when 'withdrawn' then 'request-withdrawn' else 'request-over' end
  where user_id = new.seller_id and dedupe_key = 'request:' || new.id || ':' || new.asked;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION count_search_words()
 RETURNS void
 LANGUAGE sql
AS $function$
  with used as (
    select word, ndoc as products from ts_stat('select words from search_entries')
    where left(word, 1) not in ('=', '#')
  ), forgotten as (
    delete from search_words known
    where products = 0 and not exists (select from used where used.word = known.word)
  ), missed as (
    update search_words known set products = 0
    where products > 0 and not exists (select from used where used.word = known.word)
  )
  insert into search_words (word, sound, products)
  select word, sound_of(word), products from used order by word
  on conflict (word) do update set products = excluded.products
  where search_words.products <> excluded.products
$function$;

CREATE OR REPLACE FUNCTION decide_asking()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.asking := coalesce(new.asks_first, (select asks_first from users where id = new.seller_id), false);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION decide_asking_of_seller()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update products set asking = new.asks_first
  where seller_id = new.id and asks_first is null and asking <> new.asks_first;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION decide_listed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.listed := new.hidden_at is null
    and new.resting_at is null
    and (new.expired_at is null or new.sold_at is not null)
    and (new.sold_at is null or new.sold_at > now() - interval '14 days')
    and exists (select from users seller where seller.id = new.seller_id
      and seller.suspended_at is null and seller.deleted_at is null);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION decide_listings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update products set version = version where seller_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION end_listing_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from listing_keys where user_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION end_push()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from push_subscriptions where session_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION end_request_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from request_keys using contact_requests request
  where request.id = request_keys.request_id and request.seller_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION end_requests_across_block()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update contact_requests set state = 'over', ended_at = now()
  where state = 'open' and ((buyer_id = new.blocked_id and seller_id = new.blocker_id)
    or (buyer_id = new.blocker_id and seller_id = new.blocked_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION end_requests_of_listing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update contact_requests set state = 'over', ended_at = now()
  where product_id = old.id and seller_id = old.seller_id and state = 'open';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION end_requests_of_sold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update contact_requests set state = 'sold', ended_at = now()
  where product_id = new.id and seller_id = new.seller_id and state = 'open';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION end_requests_of_student()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update contact_requests set state = 'over', ended_at = now()
  where (buyer_id = new.id or seller_id = new.id) and state = 'open';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION end_unconfirmed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.unconfirmed_since := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION fold_text(raw text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select regexp_replace(
    translate(lower(case when octet_length(raw) = length(raw) then raw
      else regexp_replace(normalize(raw, NFKD), '[\u0300-\u036f]+', '', 'g') end), '''’`', ''),
    '(\d),(?=\d)', '\1', 'g')
$function$;

CREATE OR REPLACE FUNCTION forget_question()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_answered boolean := (old.confirmed_at, old.sold_at) is distinct from (new.confirmed_at, new.sold_at);
begin
  if is_answered then
    delete from unanswered_listings where product_id = new.id;
    delete from doubted_listings where product_id = new.id;
  end if;
  update notices set actions = '[]', read_at = coalesce(read_at, now()),
    answer = case
      when new.sold_at is not null and old.sold_at is null then 'sold'
      when new.confirmed_at is distinct from old.confirmed_at then 'confirmed'
      when new.reserved_until is distinct from old.reserved_until then 'reserved'
      else 'edited' end
  where product_id = new.id and actions <> '[]'
    and (kind in ('still-available', 'expires-soon', 'reservation-over') or (kind = 'sold-said' and is_answered));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION forget_short_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  gone uuid := case when tg_table_name = 'products' then (to_jsonb(old) ->> 'id')::uuid else (to_jsonb(old) ->> 'product_id')::uuid end;
begin
  update short_codes set product_id = null
  where product_id = gone
    and not exists (select from products where id = gone)
    and not exists (select from deleted_listings where product_id = gone);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION forget_words(document tsvector)
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from search_words known
  using unnest(tsvector_to_array(document)) as gone (word)
  where known.word = gone.word and known.products < 500
    and not exists (select from search_entries where words @@ quote_literal(gone.word)::tsquery)
$function$;

CREATE OR REPLACE FUNCTION give_short_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  loop
    -- A listing that comes back has its code already; a code that is taken is drawn again.
    exit when exists (select from short_codes where product_id = new.id);
    insert into short_codes (code, product_id) values (new_short_code(), new.id) on conflict do nothing;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION index_changed_product()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  document tsvector;
begin
  if not new.listed then
    delete from search_entries where product_id = new.id;
    return null;
  end if;
  document := search_document(new);
  insert into search_entries (product_id, price_paise, words) values (new.id, new.price_paise, document)
  on conflict (product_id) do update set price_paise = excluded.price_paise, words = excluded.words;
  perform learn_words(array[document]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION index_new_products()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  documents tsvector[];
begin
  with entry as (
    insert into search_entries (product_id, price_paise, words)
    select added.id, added.price_paise, search_document(added) from added where added.listed
    returning words
  )
  select array_agg(words) into documents from entry;
  perform learn_words(documents);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_appearance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into appearances (product_id, words_until_then)
  select new.id, case when old.listed and old.sold_at is null
    and (old.reserved_until is null or new.reserved_until is not null)
    then (select words from search_entries where product_id = new.id) end
  where exists (select from alerts);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_new_appearances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into appearances (product_id)
  select id from added
  where listed and sold_at is null and created_at >= now() and exists (select from alerts);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into price_changes (product_id, price_paise) values (old.id, old.price_paise);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_revealed_seller()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.seller_id := coalesce(new.seller_id, (select seller_id from products where id = new.product_id));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION keep_sold_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from sold_words where product_id = new.id;
  insert into sold_words
  select new.id, word, new.category, new.condition, new.price_paise, new.sold_at
  from (select distinct unnest(words_of(new.name)) as word) named
  where new.sold_at is not null and word <> '';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION learn_words(documents tsvector[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into search_words (word, sound)
  select word, sound_of(word)
  from (select distinct unnest(tsvector_to_array(document)) as word from unnest(documents) document) used
  where left(word, 1) not in ('=', '#')
    and not exists (select from search_words known where known.word = used.word and known.products > 0)
  order by word
  on conflict (word) do update set products = 1 where search_words.products = 0
$function$;

CREATE OR REPLACE FUNCTION new_short_code()
 RETURNS text
 LANGUAGE sql
AS $function$
  select string_agg(substr('abcdefghjkmnpqrstuvwxyz23456789', 1 + floor(random() * 31)::int, 1), '')
  from generate_series(1, 7)
$function$;

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'moderation_log' then
    if to_jsonb(new) - '{note,user_id,actor_id}'::text[] = to_jsonb(old) - '{note,user_id,actor_id}'::text[]
      and new.note in (old.note,
        regexp_replace(old.note, current_setting('market.erased', true), 'deleted member', 'gi'))
      and (new.user_id is not distinct from old.user_id
        or (new.user_id is null and old.user_id::text = current_setting('market.erased_user', true)))
      and (new.actor_id is not distinct from old.actor_id
        or (new.actor_id = '00000000-0000-0000-0000-000000000000'
          and old.actor_id::text = current_setting('market.erased_identity', true)))
    then
      return new;
    end if;
  end if;
  raise exception '% may only be added to', tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION search_document(product products)
 RETURNS tsvector
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  named text[] := words_within(product.name);
begin
  return array_to_tsvector(
    named || string_to_array('=' || array_to_string(named, ' ='), ' ')
    || words_within(product.description)
    || words_of(product.category)
    || array['#' || product.category, '#' || product.condition, '#' || product.location_type]
    || array(
      select '#' || band.name
      from (values ('0-100', 0, 10000), ('100-500', 10000, 50000), ('500-1000', 50000, 100000),
        ('1000-2000', 100000, 200000), ('2000-5000+', 200000, 2147483647)) band (name, least, most)
      where product.price_paise between band.least and band.most));
end $function$;

CREATE OR REPLACE FUNCTION set_deal_listing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.listing_id := new.product_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION set_deal_pair()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.pair is null and new.confirmed_at is not null then
    perform pg_advisory_xact_lock(hashtextextended(
      concat('deal pair ', least(new.seller_id, new.buyer_id), greatest(new.seller_id, new.buyer_id)), 0));
    new.pair := (
      select other.pair from deals other
      where other.pair is not null
        and (other.seller_id, other.buyer_id) in ((new.seller_id, new.buyer_id), (new.buyer_id, new.seller_id))
      limit 1);
    new.pair := coalesce(new.pair, gen_random_uuid());
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION set_listing_clock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into listing_clocks (product_id, alive_at, reserved_until)
  values (new.id, greatest(new.updated_at, new.confirmed_at,
    case when new.reserved_until is distinct from old.reserved_until and new.reserved_until > now()
      then new.reserved_until end),
    new.reserved_until)
  on conflict (product_id) do update
  set reserved_until = excluded.reserved_until,
    alive_at = greatest(listing_clocks.alive_at, excluded.alive_at),
    told_at = case when excluded.alive_at <= listing_clocks.alive_at then listing_clocks.told_at end,
    asked_at = case when excluded.alive_at <= listing_clocks.alive_at then listing_clocks.asked_at end;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION some_entries(query tsquery, enough integer)
 RETURNS SETOF search_entries
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
  select * from search_entries where words @@ query limit enough
$function$;

CREATE OR REPLACE FUNCTION sound_of(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when word ~ '\d' then '' else
    regexp_replace(regexp_replace(translate(
      regexp_replace(regexp_replace(regexp_replace(
        replace(replace(replace(replace(replace(word, 'ph', 'f'), 'ck', 'k'), 'x', 'ks'), 'ee', 'i'), 'oo', 'u'),
        'c(?=[eiy])', 's', 'g'), 'c(?!h)', 'k', 'g'),
        '([bcdgjkst])h', '\1', 'g'),
      'qwzyeo', 'kvjiiu'),
      '(.)\1+', '\1', 'g'),
      '(?<=..)[hi]$', '')
  end
$function$;

CREATE OR REPLACE FUNCTION start_listing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into listing_clocks (product_id, alive_at, reserved_until)
  select id, greatest(updated_at, confirmed_at), reserved_until from added;
  insert into sold_words
  select added.id, word, added.category, added.condition, added.price_paise, added.sold_at
  from added cross join lateral (select distinct unnest(words_of(added.name)) as word) named
  where added.sold_at is not null and word <> '';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION void_handovers_of_giver()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update handovers set state = 'void', ended_at = now() where giver_id = old.id and state = 'open';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION void_handovers_of_listing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update handovers set state = 'void', ended_at = now() where product_id = old.id and state = 'open';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION words_of(raw text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select string_to_array(btrim(regexp_replace(
    case when raw ~ '\S{41}'
      then regexp_replace(fold_text(raw), '([[:alnum:]\u0900-\u0dff]{40})[[:alnum:]\u0900-\u0dff]+', '\1', 'g')
      else fold_text(raw) end,
    '[^[:alnum:]\u0900-\u0dff]+', ' ', 'g')), ' ')
$function$;

CREATE OR REPLACE FUNCTION words_within(raw text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  words text[] := words_of(raw);
  plain text[] := words;
  word text;
  before text;
begin
  if raw !~ '\d' then
    return words;
  end if;
  foreach word in array plain loop
    if word ~ '\d' then
      if word ~ '[[:alpha:]]' then
        words := words || string_to_array(regexp_replace(word, '(\d)(?=[[:alpha:]])|([[:alpha:]])(?=\d)', '\1\2 ', 'g'), ' ');
      elsif length(word) > 1 and length(before) < 4 and before ~ '^[[:alpha:]]+$' then
        words := words || (before || word);
      end if;
    elsif length(word) < 4 and before ~ '^\d+$' then
      words := words || (before || word);
    end if;
    before := word;
  end loop;
  return words;
end $function$;

CREATE OR REPLACE FUNCTION write_alert_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into alert_words (alert_id, spelling, places, wanted, word)
  select new.id, spelled.* from alert_spellings(new.q) spelled;
  return null;
end $function$;
