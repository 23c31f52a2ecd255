-- The grams by which a text is found in addition to the trigrams of its ASCII letters, independent of the database's
-- locale: three characters of words with non-ASCII letters, and one or two where a character of three bytes or more may
-- be a word by itself.
CREATE OR REPLACE FUNCTION search_grams(t text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(t) = char_length(t) THEN '{}'::text[] ELSE coalesce((
    SELECT array_agg(DISTINCT gram) FROM (
      SELECT unnest(ARRAY[
        CASE WHEN octet_length(a) > 2 THEN a END,
        CASE WHEN octet_length(a || b) > 3 THEN a || b END,
        CASE WHEN octet_length(a || b || c) BETWEEN 4 AND 7 THEN a || b || c END]) gram
      FROM (
        SELECT a, lead(a) OVER run b, lead(a, 2) OVER run c
        FROM regexp_matches(lower(t), '[0-9a-z\u00C0-\u1FFF\u2070-\u2FFF\u3040-\uFEFF\uFF10-\U0010FFFF]*[\u00C0-\u1FFF\u2070-\u2FFF\u3040-\uFEFF\uFF10-\U0010FFFF][0-9a-z\u00C0-\u1FFF\u2070-\u2FFF\u3040-\uFEFF\uFF10-\U0010FFFF]*', 'g')
          WITH ORDINALITY found(words, nth),
          unnest(string_to_array(words[1], NULL)) WITH ORDINALITY signs(a, at)
        WINDOW run AS (PARTITION BY nth ORDER BY at)) windows) grams
    WHERE gram IS NOT NULL), '{}'::text[]) END
$$;--> statement-breakpoint
DROP INDEX "messages_search";--> statement-breakpoint
CREATE INDEX "chats_search" ON "chats" USING gin ("user_id",title gin_trgm_ops) WHERE not secure;--> statement-breakpoint
CREATE INDEX "chats_grams" ON "chats" USING gin ("user_id",search_grams(title)) WHERE not secure and octet_length(title) > char_length(title);--> statement-breakpoint
CREATE INDEX "messages_grams" ON "messages" USING gin ("user_id",search_grams(prompt || ' ' || content)) WHERE octet_length(prompt || content) > char_length(prompt || content);--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("user_id",(prompt || ' ' || content) gin_trgm_ops);