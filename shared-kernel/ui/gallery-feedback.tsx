import MessageSquare from 'lucide-react/icons/message-square';
import { useState } from 'react';
import { Avatar } from './avatar.tsx';
import { Button } from './button.tsx';
import { DialogBody, DialogFooter } from './dialog-body.tsx';
import { EmptyState } from './empty-state.tsx';
import { FailureState } from './failure-state.tsx';
import { GallerySection } from './gallery-section.tsx';
import styles from './gallery.module.css';
import { Progress, Spinner } from './progress.tsx';
import { Skeleton } from './skeleton.tsx';
import { Toast } from './toast.tsx';

const portrait =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="teal" d="M0 0h8v8H0z"/><circle cx="4" cy="3.2" r="1.5" fill="white"/><path fill="white" d="M1 8a3 3 0 0 1 6 0z"/></svg>',
  );

const Toasts = () => {
  const [closed, setClosed] = useState('');
  return (
    <GallerySection title="Toast" stacked>
      <Toast type="info" message="Copied to clipboard." onClose={() => setClosed('info')} />
      <Toast
        type="warn"
        message="Your chat is getting long. Keeping chats focused helps."
        onClose={() => setClosed('warn')}
      />
      <Toast type="error" message="Failed to get chats." onClose={() => setClosed('error')} />
      <Toast type="info" message="On its way out by a swipe." offset={96} dragging onClose={() => setClosed('swipe')} />
      <output>{closed}</output>
    </GallerySection>
  );
};

const Avatars = () => (
  <GallerySection title="Avatar">
    <Avatar name="Ada Lovelace" size="s" />
    <Avatar name="Ada Lovelace" />
    <Avatar name="Ada Lovelace" size="l" />
    <Avatar name="Ada Lovelace" src={portrait} size="l" />
    <Avatar name="Grace Hopper" src="data:image/png;base64,broken" size="l" />
    <Avatar size="l" />
    <Avatar name="Ada Lovelace" size="xl" />
  </GallerySection>
);

export const GalleryFeedback = () => {
  const [retries, setRetries] = useState(0);
  return (
    <>
      <GallerySection title="Dialog" stacked>
        <div className={styles.dialog}>
          <DialogBody
            title="Delete this chat?"
            description="Its messages go with it. This cannot be undone."
            onClose={() => setRetries(0)}
          >
            “Notes for the autumn release” has 48 messages.
          </DialogBody>
          <DialogFooter>
            <Button>Cancel</Button>
            <Button variant="danger">Delete</Button>
          </DialogFooter>
        </div>
      </GallerySection>
      <Toasts />
      <Avatars />
      <GallerySection title="Progress" stacked>
        <Progress label="report.pdf" value={42} detail="42%" />
        <Progress label="Attachments" value={80} tone="warn" detail="80 of 100 MB" />
        <Progress label="Attachments" value={96} tone="danger" detail="96 of 100 MB" />
        <Progress label="Preparing" />
        <Spinner label="Loading" size={20} />
      </GallerySection>
      <GallerySection title="Skeleton" stacked>
        <div className={styles.person}>
          <Skeleton shape="circle" height={40} width={40} />
          <Skeleton lines={3} />
        </div>
        <Skeleton shape="block" height={72} />
      </GallerySection>
      <GallerySection title="Empty and failed" stacked>
        <div className={styles.pair}>
          <EmptyState
            icon={<MessageSquare />}
            title="No chats yet"
            text="What you ask is kept here, so that you find it again."
            action={<Button variant="primary">New Chat</Button>}
          />
          <FailureState
            title="Failed to get chats."
            text={retries > 0 ? `Tried again ${retries} times.` : 'The service did not answer in time.'}
            onRetry={() => setRetries(retries + 1)}
          />
          <EmptyState small icon={<MessageSquare />} title="No memories" text="Nothing has been remembered." />
          <FailureState small title="Couldn’t load memories." busy onRetry={() => setRetries(retries + 1)} />
        </div>
      </GallerySection>
    </>
  );
};
