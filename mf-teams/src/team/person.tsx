import type { Member } from '@atrium/shared-kernel/contracts/entities/team';
import { Avatar } from '@atrium/shared-kernel/ui/avatar';
import type { ReactNode } from 'react';
import { fullName } from './members.ts';
import classes from './person.module.css';

interface PersonProps {
  readonly member: Member;
  /** For example 'Admin'. */
  readonly badge?: string | undefined;
  /** Shown below the email address, for example the roles. */
  readonly detail?: string | undefined;
  readonly action?: ReactNode;
}

/** A row for a member: picture, name and email address. */
export const Person = ({ member, badge, detail, action }: PersonProps) => (
  <div className={classes.person}>
    <Avatar src={member.avatarImageUrl ?? ''} name={fullName(member)} decorative size="l" />
    <div className={classes.words}>
      <p className={classes.name}>
        <bdi>{fullName(member)}</bdi>
        {badge && <span className={classes.badge}>{badge}</span>}
      </p>
      <p className={classes.text}>{member.email}</p>
      {detail && <p className={classes.text}>{detail}</p>}
    </div>
    {action}
  </div>
);
