import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import Bot from 'lucide-react/icons/bot';
import { useHost } from '../remote.ts';
import styles from './shared-parts.module.css';

interface Props {
  /** The agent's id. */
  readonly flow: string;
  /** Fetched where it is not known. */
  readonly title: string | undefined;
}

/** Names the agent that answers in the chat on the screen (B2.15); nothing where that is gone. */
export const AgentBanner = ({ flow, title }: Props) => {
  const { client } = useHost();
  const { data } = useQuery({
    queryKey: ['agent', flow],
    enabled: title === undefined,
    queryFn: ({ signal }) => client.call(calls.agents.getAgent, { flowId: flow, look: 'true' }, { signal }),
  });
  const name = title ?? data?.title;
  return name === undefined ? null : (
    <p className={styles.by}>
      <Bot aria-hidden />
      <span className={styles.name}>Agent: {name}</span>
    </p>
  );
};
