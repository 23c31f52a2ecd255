import { type AnchorHTMLAttributes, type MouseEvent, useContext } from 'react';
import { RemoteContext } from './remote-context.ts';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path within the product. */
  to: string;
  replace?: boolean;
}

/** A real link that the shell's router follows. With a modifier key, or in a static part, the browser follows it. */
export const Link = ({ to, replace = false, onClick, children, ...rest }: LinkProps) => {
  const navigation = useContext(RemoteContext)?.navigation;
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!navigation || event.defaultPrevented || !plain || (rest.target !== undefined && rest.target !== '_self'))
      return;
    event.preventDefault();
    navigation.navigate(to, { replace });
  };
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
};
