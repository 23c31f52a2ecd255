-- A notification locks the whole database at the commit. Instead, the triggers send a notice to their own client, which
-- needs no lock: the client passes it on after its commit.
DO $$
DECLARE
  made record;
BEGIN
  FOR made IN SELECT pg_get_functiondef(p.oid) AS definition FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace AND p.prosrc LIKE '%pg_notify(%atrium_changes%'
  LOOP
    -- In `track_changes` the statement stands inside a string.
    EXECUTE replace(
      replace(made.definition, 'PERFORM pg_notify(''atrium_changes'', '''')', 'RAISE INFO ''atrium_changes'''),
      'PERFORM pg_notify(''''atrium_changes'''', '''''''')', 'RAISE INFO ''''atrium_changes''''');
  END LOOP;
END $$;
