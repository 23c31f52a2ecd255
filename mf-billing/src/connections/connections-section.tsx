import { identityProviders } from '@atrium/shared-kernel/contracts/constants';
import { Button } from '@atrium/shared-kernel/ui/button';
import LogIn from 'lucide-react/icons/log-in';
import { useRef } from 'react';
import { LoadFailure } from '../ui/load-failure.tsx';
import { Row, Rows, RowsSkeleton } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { dayOf } from '../ui/times.ts';
import { providerNames, useConnect, useDisconnect, useProviders, useLoginMethods } from './connections.api.ts';

/**
 * The identity providers that the user can log in with. Renders nothing if none is configured and none was connected.
 */
export const ConnectionsSection = () => {
  const { loginMethods, error, isFetching, retry } = useLoginMethods();
  const available = useProviders();
  const connect = useConnect();
  const list = useRef<HTMLUListElement>(null);
  const disconnect = useDisconnect(() => list.current?.focus());
  const sinceOf = new Map(loginMethods?.connections.map(({ provider, createdDate }) => [provider, createdDate]));
  const shown = identityProviders.filter((provider) => available.includes(provider) || sinceOf.has(provider));
  if (loginMethods && shown.length === 0) return null;
  return (
    <Section title="Sign-in providers" text="Log in with an account that you have elsewhere.">
      {loginMethods ? (
        <Rows label="Sign-in providers" ref={list}>
          {shown.map((provider) => {
            const name = providerNames[provider];
            const since = sinceOf.get(provider);
            return (
              <Row
                key={provider}
                icon={<LogIn />}
                title={name}
                text={since === undefined ? 'Not connected' : `Connected on ${dayOf(since)}`}
                action={
                  since === undefined ? (
                    <Button
                      size="s"
                      aria-label={`Connect ${name}`}
                      busy={connect.isPending && connect.variables === provider}
                      busyLabel="Opening"
                      onClick={() => connect.mutate(provider)}
                    >
                      Connect
                    </Button>
                  ) : (
                    <Button size="s" aria-label={`Disconnect ${name}`} onClick={() => void disconnect(provider)}>
                      Disconnect
                    </Button>
                  )
                }
              />
            );
          })}
        </Rows>
      ) : error ? (
        <LoadFailure what="your sign-in providers" error={error} onRetry={retry} busy={isFetching} />
      ) : (
        <RowsSkeleton label="Loading your sign-in providers" count={3} />
      )}
    </Section>
  );
};
