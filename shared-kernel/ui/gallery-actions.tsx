import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Mic from 'lucide-react/icons/mic';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import Share from 'lucide-react/icons/share';
import Trash from 'lucide-react/icons/trash';
import { useState } from 'react';
import { Button, type ButtonVariant, IconButton } from './button.tsx';
import { GallerySection } from './gallery-section.tsx';
import { Menu } from './menu.tsx';
import { Tabs } from './tabs.tsx';
import { Tooltip } from './tooltip.tsx';

const variants: ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger'];

const Choices = () => {
  const [tab, setTab] = useState('personal');
  const [side, setSide] = useState('general');
  return (
    <>
      <GallerySection title="Tabs" stacked>
        <Tabs
          label="Settings"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'personal', label: 'Personalization', content: 'How the assistant speaks with you.' },
            { value: 'account', label: 'Account', content: 'Your name and e-mail address.' },
            { value: 'billing', label: 'Billing', content: 'What you pay and when.', disabled: true },
          ]}
        />
        <Tabs
          label="Settings, at the side"
          orientation="vertical"
          value={side}
          onChange={setSide}
          tabs={[
            { value: 'general', label: 'General', icon: <Pencil />, content: 'Language, theme and size of text.' },
            { value: 'sharing', label: 'Sharing', icon: <Share />, content: 'Who reads what you share.' },
          ]}
        />
      </GallerySection>
    </>
  );
};

const Buttons = () => (
  <>
    {variants.map((variant) => (
      <GallerySection key={variant} title={`Button, ${variant}`}>
        <Button variant={variant}>Save changes</Button>
        <Button variant={variant} icon={<Plus />}>
          New Chat
        </Button>
        <Button variant={variant} disabled>
          Disabled
        </Button>
        <Button variant={variant} busy>
          Busy
        </Button>
        <Button variant={variant} busy busyLabel="Saving…">
          Save
        </Button>
        <Button variant={variant} size="s">
          Small
        </Button>
        <Button variant={variant} size="l">
          Large
        </Button>
      </GallerySection>
    ))}
  </>
);

const IconButtons = () => {
  const [pressed, setPressed] = useState(true);
  return (
    <GallerySection title="Icon button">
      <IconButton label="Copy" icon={<Copy />} />
      <IconButton
        label="Dictate"
        icon={<Mic />}
        aria-pressed={pressed}
        title="Toggles"
        onClick={() => setPressed(!pressed)}
      />
      <IconButton label="Share" icon={<Share />} variant="secondary" />
      <IconButton label="Send" icon={<SendHorizontal />} variant="primary" round />
      <IconButton label="Stop" icon={<SendHorizontal />} variant="primary" round busy />
      <IconButton label="Send, not yet" icon={<SendHorizontal />} variant="primary" round disabled />
      <IconButton label="Small" icon={<Copy />} size="s" />
    </GallerySection>
  );
};

export const GalleryActions = () => {
  const [last, setLast] = useState('');
  return (
    <>
      <Buttons />
      <IconButtons />
      <GallerySection title="Menu and tooltip">
        <Menu
          trigger={<IconButton label="Chat options" icon={<Ellipsis />} variant="secondary" />}
          items={[
            { label: 'Rename', icon: <Pencil />, onSelect: () => setLast('Rename') },
            { label: 'Share', icon: <Share />, onSelect: () => setLast('Share') },
            { label: 'Duplicate', icon: <Copy />, onSelect: () => setLast('Duplicate'), disabled: true },
            'separator',
            { label: 'Delete', icon: <Trash />, onSelect: () => setLast('Delete'), danger: true },
          ]}
        />
        <Tooltip label="Copy this answer">
          <IconButton label="Copy answer" icon={<Copy />} variant="secondary" />
        </Tooltip>
        <output>{last}</output>
      </GallerySection>
      <Choices />
    </>
  );
};
