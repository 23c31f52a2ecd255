import { auditText } from '../../release/operators/audit-text.ts';
import { type AuditHead, type AuditLine } from '../../release/operators/audit.ts';
import { markup, type Html, timeText } from '../html.ts';

const perPage = 100;

/** The audit trail, the newest line first. */
export const auditPage = (environment: string, trail: readonly AuditLine[], head: AuditHead): Html =>
  trail.length === 0
    ? markup`<p class="empty">The trail begins with the first request, or when the signer first runs.</p>`
    : markup`<p class="about">
          Each line is signed and holds the hash of the one before.
          ${trail.length > perPage ? `The newest ${perPage} of ${trail.length} lines:` : ''}
        </p>
        <ul class="list trail" aria-label="Audit trail">
          ${trail
            .toReversed()
            .slice(0, perPage)
            .map(
              (line) =>
                markup`<li>
                  <div><span class="number">${line.number}</span> ${auditText(line)}</div>
                  <span class="hint">${timeText(line.at)}</span>
                </li>`,
            )}
        </ul>
        <p class="hint" id="check">To check it elsewhere:</p>
        <pre class="command" tabindex="0" role="region" aria-labelledby="check">
pnpm release audit ${environment} --verify --head ${head.number}:${head.hash}</pre
        >`;
