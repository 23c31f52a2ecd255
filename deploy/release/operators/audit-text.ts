import { actionText } from './actions.ts';
import type { AuditLine } from './audit.ts';

/** A line of the trail for people to read. */
export const auditText = ({ entry, environment }: AuditLine): string => {
  switch (entry.kind) {
    case 'policy':
      return `operators number ${entry.number} apply`;
    case 'elsewhere':
      return `set number ${entry.serial}, without a request: ${entry.changes.join('; ') || 'no details are known'}`;
    case 'refused':
      return `request ${entry.request}${entry.by ? ` of ${entry.by}` : ''} was refused: ${entry.why.join(' ')}`;
    case 'begun':
    case 'done': {
      const agreed = entry.approvedBy.length > 0 ? `, approved by ${entry.approvedBy.join(', ')}` : '';
      const what = `request ${entry.request} of ${entry.person} (${entry.by})${agreed}: ${actionText(environment, entry.action)}`;
      return entry.kind === 'begun' ? `began ${what}` : `did ${what}; set number ${entry.serial}`;
    }
  }
};
