-- A budget is shown with the members, so other admins and other tabs are notified when one is set or removed.
SELECT track_changes('team_budgets', 'members', '''team:'' || r.team_id', 'nullif(r.user_id, '''')');
