-- What a member may see of a team depends on their roles and rights. All members are notified of changes, but without the
-- ids of agents, roles, or invoices: no ids mean all of that kind, and reading again returns what the member may see.
DROP FUNCTION tell_agents_agents() CASCADE;--> statement-breakpoint
DROP FUNCTION tell_agent_roles_agents() CASCADE;--> statement-breakpoint
DROP FUNCTION tell_roles_roles() CASCADE;--> statement-breakpoint
DROP FUNCTION tell_role_members_roles() CASCADE;--> statement-breakpoint
DROP FUNCTION tell_subscriptions_plan() CASCADE;--> statement-breakpoint
DROP FUNCTION tell_invoices_plan() CASCADE;--> statement-breakpoint
DO $$
DECLARE
  none text := 'NULL::text';
  team text := '''team:'' || r.team_id';
  payer text := 'CASE WHEN r.team_id IS NULL THEN ''person:'' || r.user_id ELSE ''team:'' || r.team_id END';
BEGIN
  PERFORM track_changes('agents', 'agents', payer, 'CASE WHEN r.team_id IS NULL THEN r.id END');
  PERFORM track_changes('agent_roles', 'agents', '''team:'' || a.team_id', none,
    via => 'JOIN agents a ON a.id = r.agent_id', events => '{insert,delete}');
  PERFORM track_changes('roles', 'roles', team, none);
  PERFORM track_changes('role_members', 'roles', '''team:'' || l.team_id', none,
    via => 'JOIN roles l ON l.id = r.role_id', events => '{insert,delete}');
  PERFORM track_changes('subscriptions', 'plan', payer, none,
    ignored => '{synced_date,asked,told,notices_due,notices_from}');
  PERFORM track_changes('invoices', 'plan', payer, none);
END $$;
