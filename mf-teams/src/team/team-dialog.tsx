import { messageOf } from '@atrium/shared-kernel/client';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import LogOut from 'lucide-react/icons/log-out';
import ShieldOff from 'lucide-react/icons/shield-off';
import type { ReactNode } from 'react';
import { useHost } from '../remote.ts';
import { useLeaveTeam } from './leave.api.ts';
import { isTeamGone, teamGone, useTeam } from './team.api.ts';

const NoAdmin = ({ team, selfId }: { readonly team: Team; readonly selfId: string | undefined }) => {
  const leave = useLeaveTeam(team);
  return (
    <EmptyState
      icon={<ShieldOff />}
      title={`You are not an admin of ${team.name}`}
      text={team.payer !== undefined && team.payer === selfId ? 'Your card still pays for its plan.' : undefined}
      action={
        <Button icon={<LogOut />} onClick={() => void leave()}>
          Leave Team
        </Button>
      }
    />
  );
};

interface TeamDialogProps {
  readonly title: string;
  readonly teamId: string;
  /** Height of the content while it loads. */
  readonly height: string;
  readonly children: (team: Team) => ReactNode;
}

/** A dialog for admins of a team. Other users see that they are not one (B2.38). */
export const TeamDialog = ({ title, teamId, height, children }: TeamDialogProps) => {
  const { close, session } = useHost();
  const user = useBehavior(session.user$);
  const { data, error, isFetching, refetch } = useTeam(teamId);
  const closed = isTeamGone(error);
  if (data && user && !closed && data.admins.includes(user._id)) return children(data);
  return (
    <DialogBody title={data?.name ?? title} onClose={() => close()} aria-busy={!data && !error}>
      {closed && data ? (
        <FailureState small title={teamGone} />
      ) : data ? (
        <NoAdmin team={data} selfId={user?._id} />
      ) : error ? (
        <FailureState
          small
          title="Couldn’t load the team."
          text={messageOf(error, '') || undefined}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton shape="block" height={height} />
      )}
    </DialogBody>
  );
};
