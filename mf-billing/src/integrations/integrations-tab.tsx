import { Button } from '@atrium/shared-kernel/ui/button';
import Blocks from 'lucide-react/icons/blocks';
import { LoadFailure } from '../ui/load-failure.tsx';
import { Row, Rows, RowsSkeleton } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { dayOf, joined } from '../ui/times.ts';
import { type Integration, useConnect, useDisconnect, useIntegrations } from './integrations.api.ts';
import { providerNames, readable } from './providers.ts';

const details = ({ available, connected }: Integration): string => {
  if (connected)
    return joined(connected.account, `Reads ${readable(connected.scopes)}`, `Since ${dayOf(connected.createdDate)}`);
  return available ? 'Reads calendar, mail and files, and never changes anything.' : 'Not set up on this installation.';
};

/** Connects and disconnects external workspace services, for product admins (A2.19, A6.04). */
const IntegrationsTab = () => {
  const { integrations, error, isFetching, retry } = useIntegrations();
  const connect = useConnect();
  const disconnect = useDisconnect();
  const action = ({ provider, available, connected }: Integration) => {
    const name = providerNames[provider];
    if (connected)
      return (
        <Button size="s" aria-label={`Disconnect ${name}`} onClick={() => void disconnect(provider)}>
          Disconnect
        </Button>
      );
    if (!available) return undefined;
    const busy = connect.isPending && connect.variables === provider;
    return (
      <Button
        size="s"
        aria-label={`Connect ${name}`}
        busy={busy}
        busyLabel="Connecting"
        onClick={() => connect.mutate(provider)}
      >
        Connect
      </Button>
    );
  };
  return (
    <Section
      title="Workspace services"
      text="Let Atrium read your content in other services. It never changes anything there."
    >
      {integrations ? (
        <Rows label="Workspace services">
          {integrations.map((integration) => (
            <Row
              key={integration.provider}
              icon={<Blocks />}
              title={`${providerNames[integration.provider]} Services`}
              {...(integration.connected ? { badge: 'Connected' } : {})}
              text={details(integration)}
              action={action(integration)}
            />
          ))}
        </Rows>
      ) : error ? (
        <LoadFailure what="your integrations" error={error} onRetry={retry} busy={isFetching} />
      ) : (
        <RowsSkeleton label="Loading your integrations" count={2} />
      )}
    </Section>
  );
};

export default IntegrationsTab;
