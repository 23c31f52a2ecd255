import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { Avatar } from '@atrium/shared-kernel/ui/avatar';
import { Button } from '@atrium/shared-kernel/ui/button';
import { useRef } from 'react';
import { Actions, Section } from '../ui/section.tsx';
import { useChoosePicture, useRemovePicture } from './avatar.api.ts';
import classes from './avatar-section.module.css';

/** The user's picture, with buttons to change or remove it. */
export const AvatarSection = ({ user }: { readonly user: User }) => {
  const input = useRef<HTMLInputElement>(null);
  const choose = useChoosePicture();
  const remove = useRemovePicture();
  return (
    <Section title="Picture" text="Shown in the sidebar and to members of your teams.">
      <div className={classes.row}>
        <Avatar size="xl" name={`${user.firstName} ${user.lastName}`} src={user.avatarImageUrl} />
        <Actions>
          <Button busy={choose.isPending} onClick={() => input.current?.click()}>
            Change picture
          </Button>
          {user.avatarImageUrl !== undefined && (
            <Button variant="ghost" busy={remove.isPending} busyLabel="Removing" onClick={() => remove.mutate()}>
              Remove picture
            </Button>
          )}
        </Actions>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/*,.heic,.heif"
          aria-label="Picture file"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // Reset, so that the same file can be chosen again.
            event.target.value = '';
            if (file) choose.mutate(file);
          }}
        />
      </div>
    </Section>
  );
};
