CREATE TABLE "changes" (
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"audience" text NOT NULL,
	"kind" text NOT NULL,
	"ids" text[] NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "changes_xid_id_pk" PRIMARY KEY("xid","id")
);
--> statement-breakpoint
CREATE INDEX "changes_audience" ON "changes" USING btree ("audience","xid");--> statement-breakpoint
CREATE INDEX "changes_created" ON "changes" USING brin ("created_date");--> statement-breakpoint
-- Records the changes of a table in the transaction that makes them, whatever code makes them: one row per audience of a
-- statement, and a notification if there was any. `audience` and `id` are expressions on `r`, a changed row; `via` joins
-- the tables that they need. An update counts if one of `columns` changes, or any column except `ignored`.
CREATE FUNCTION track_changes(
  source text, kind text, audience text, id text, columns text[] DEFAULT NULL, ignored text[] DEFAULT '{}',
  via text DEFAULT '', events text[] DEFAULT '{insert,update,delete}'
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  teller text := format('tell_%s_%s', source, kind);
  same text := (SELECT string_agg(format('r.%1$I = o.%1$I', a.attname), ' AND ') FROM pg_index i
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
    WHERE i.indrelid = source::regclass AND i.indisprimary);
  differs text := CASE
    WHEN columns IS NOT NULL THEN
      (SELECT string_agg(format('r.%1$I IS DISTINCT FROM o.%1$I', name), ' OR ') FROM unnest(columns) name)
    WHEN ignored = '{}' THEN 'r.* IS DISTINCT FROM o.*'
    ELSE format('to_jsonb(r) - %1$L::text[] IS DISTINCT FROM to_jsonb(o) - %1$L::text[]', ignored) END;
  told text := format('SELECT %s AS audience, %s AS id FROM %%s r %%s %s %%s', audience, id, via);
  stored text := format('INSERT INTO changes (audience, kind, ids)
    SELECT audience, %L, CASE WHEN count(DISTINCT id) > 100 THEN ''{}''
      ELSE coalesce(array_agg(DISTINCT id) FILTER (WHERE id IS NOT NULL), ''{}'') END
    FROM (%%s) told WHERE audience IS NOT NULL GROUP BY audience;', kind);
  moved text := format('JOIN %%s o ON %s', same);
BEGIN
  EXECUTE format('CREATE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS $tell$
    BEGIN
      IF TG_OP = ''INSERT'' THEN %s
      ELSIF TG_OP = ''DELETE'' THEN %s
      ELSE %s
      END IF;
      IF FOUND THEN PERFORM pg_notify(''atrium_changes'', ''''); END IF;
      RETURN NULL;
    END $tell$', teller,
    format(stored, format(told, 'new_rows', '', '')),
    format(stored, format(told, 'old_rows', '', '')),
    -- Whoever loses something hears of it as whoever gets it does.
    format(stored, format(told, 'new_rows', format(moved, 'old_rows'), 'WHERE ' || differs) || ' UNION ' ||
      format(told, 'old_rows', format(moved, 'new_rows'), 'WHERE ' || differs)));
  IF 'insert' = ANY (events) THEN
    EXECUTE format('CREATE TRIGGER %1$I AFTER INSERT ON %2$I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %3$I()', teller || '_insert', source, teller);
  END IF;
  IF 'update' = ANY (events) THEN
    EXECUTE format('CREATE TRIGGER %1$I AFTER UPDATE ON %2$I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %3$I()', teller || '_update', source, teller);
  END IF;
  IF 'delete' = ANY (events) THEN
    EXECUTE format('CREATE TRIGGER %1$I AFTER DELETE ON %2$I REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %3$I()', teller || '_delete', source, teller);
  END IF;
END $$;--> statement-breakpoint
DO $$
DECLARE
  person text := '''person:'' || r.user_id';
  team text := '''team:'' || r.team_id';
  payer text := 'CASE WHEN r.team_id IS NULL THEN ''person:'' || r.user_id ELSE ''team:'' || r.team_id END';
BEGIN
  PERFORM track_changes('chats', 'chats', person, 'r.id', ignored => '{leaf_id}');
  PERFORM track_changes('chats', 'messages', person, 'r.id', columns => '{leaf_id}', events => '{update}');
  -- Where the chat or the role itself goes, the join finds nobody: its own removal tells it.
  PERFORM track_changes('chat_tags', 'chats', '''person:'' || c.user_id', 'r.chat_id',
    via => 'JOIN chats c ON c.id = r.chat_id', events => '{insert,delete}');
  -- Messages go with their chats only. What a reply says while it runs has its own stream.
  PERFORM track_changes('messages', 'messages', person, 'r.chat_id',
    columns => '{pending,failed,stopped,prompt,content,chat_id}', events => '{insert,update}');
  PERFORM track_changes('reports', 'messages', person, 'm.chat_id',
    via => 'JOIN messages m ON m.id = r.message_id', events => '{insert,delete}');
  PERFORM track_changes('shares', 'shares', person, 'r.chat_id');
  PERFORM track_changes('tags', 'collections', person, 'r.id');
  PERFORM track_changes('agents', 'agents', payer, 'r.id');
  PERFORM track_changes('agent_roles', 'agents', '''team:'' || a.team_id', 'r.agent_id',
    via => 'JOIN agents a ON a.id = r.agent_id', events => '{insert,delete}');
  PERFORM track_changes('agent_clicks', 'agents', person, 'r.agent_id', events => '{insert}');
  PERFORM track_changes('memories', 'memories', person, 'r.id');
  PERFORM track_changes('users', 'settings', '''person:'' || r.id', 'r.id',
    ignored => '{reminded_day,password_hash}', events => '{update}');
  PERFORM track_changes('users', 'members', '''team:'' || m.team_id', 'r.id',
    columns => '{first_name,last_name,email,avatar_image_url}', via => 'JOIN team_members m ON m.user_id = r.id',
    events => '{update}');
  PERFORM track_changes('sessions', 'session', person, 'r.id', events => '{insert,delete}');
  PERFORM track_changes('passkeys', 'passkeys', person, 'r.id', ignored => '{counter}');
  PERFORM track_changes('identities', 'connections', person, 'r.issuer');
  PERFORM track_changes('integrations', 'integrations', person, 'r.provider', ignored => '{tokens}');
  PERFORM track_changes('imports', 'imports', person, 'r.id', columns => '{state,report,msg}');
  PERFORM track_changes('teams', 'team', '''team:'' || r.id', 'r.id', ignored => '{seats}', events => '{update,delete}');
  PERFORM track_changes('teams', 'seats', '''team:'' || r.id', 'r.id', columns => '{seats}', events => '{update}');
  PERFORM track_changes('team_members', 'members', team, 'r.user_id');
  PERFORM track_changes('team_members', 'teams', person, 'r.team_id');
  PERFORM track_changes('roles', 'roles', team, 'r.id');
  PERFORM track_changes('role_members', 'roles', '''team:'' || l.team_id', 'r.role_id',
    via => 'JOIN roles l ON l.id = r.role_id', events => '{insert,delete}');
  -- A role opens agents and closes them: which ones is read again.
  PERFORM track_changes('role_members', 'agents', person, 'NULL::text', events => '{insert,delete}');
  PERFORM track_changes('subscriptions', 'plan', payer, 'r.id',
    ignored => '{synced_date,asked,told,notices_due,notices_from}');
  PERFORM track_changes('invoices', 'plan', payer, 'r.id');
  PERFORM track_changes('seat_changes', 'seats', team, 'r.team_id', ignored => '{asked_until}');
END $$;
