-- A budget is shown beside the members: other admins, and other tabs, hear when one is set or ended.
SELECT track_changes('team_budgets', 'members', '''team:'' || r.team_id', 'nullif(r.user_id, '''')');
