import { useHost } from '../remote.ts';

/** Shells of 0.1 do not report whether a tab opened. */
const hasRecentClick = (): boolean => !('userActivation' in navigator) || navigator.userActivation.isActive;

/**
 * Opens a tab for the URL that a call returned. Browsers open one only for a recent click: WebKit forgets the click
 * while a call runs, others after some seconds. Then an alert asks for another click.
 */
export const useOpenTab = () => {
  const { alerts, navigation } = useHost();
  return (url: string, ready: string): void => {
    if (hasRecentClick() && navigation.openTab(url) !== false) return;
    const action = { label: 'Open', onSelect: () => void navigation.openTab(url) };
    alerts.show({ message: ready, type: 'info', time: 0, action });
  };
};
