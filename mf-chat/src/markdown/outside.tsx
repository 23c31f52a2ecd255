import CirclePlay from 'lucide-react/icons/circle-play';
import ExternalLink from 'lucide-react/icons/external-link';
import ImageIcon from 'lucide-react/icons/image';
import { Children, createContext, isValidElement, type ReactNode, use } from 'react';
import { CitationLink } from '../links/citations-card.tsx';
import styles from './markdown.module.css';
import { hostOf, safeUrl } from '../links/safe-url.ts';

const videoUrls = [
  /^https:\/\/(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/|live\/)[\w-]{11}(?:[?&#/]|$)/,
  /^https:\/\/youtu\.be\/[\w-]{11}(?:[?&#/]|$)/,
  /^https:\/\/(?:www\.)?vimeo\.com\/(?:channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?\d+(?:[?#/]|$)/,
  /^https:\/\/player\.vimeo\.com\/video\/\d+(?:[?#/]|$)/,
] as const;

/** Whether a URL is that of a YouTube or Vimeo video (B5.17). */
export const isVideo = (url: string): boolean => videoUrls.some((pattern) => pattern.test(url));

const outside = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const;

const textOf = (children: ReactNode): string =>
  Children.toArray(children)
    .map((child) =>
      typeof child === 'string'
        ? child
        : isValidElement<{ children?: ReactNode }>(child)
          ? textOf(child.props.children)
          : '',
    )
    .join('');

/** True inside of a link: an image there is not a link itself. */
const InLink = createContext(false);

interface OutsideLinkProps {
  readonly href?: string | undefined;
  readonly children?: ReactNode;
}

/**
 * A link in an answer. It opens in a new tab. A URL with an unsafe scheme stays text. A bare number is shown as a
 * citation, and a video as a card that loads nothing.
 */
export const OutsideLink = ({ href, children }: OutsideLinkProps) => {
  const url = safeUrl(href);
  if (!url) return <span>{children}</span>;
  const number = /^\[?(\d{1,3})\]?$/.exec(textOf(children).trim())?.[1];
  if (number === undefined && isVideo(url.href))
    return (
      <a href={url.href} {...outside} className={styles.video} aria-label={`Video: ${textOf(children)}`}>
        <CirclePlay aria-hidden />
        <span className={styles.imageText}>
          <span className={styles.imageName}>
            <InLink value>{children}</InLink>
          </span>
          <span className={styles.imageHost} data-reference>
            {hostOf(url.href)}
          </span>
        </span>
      </a>
    );
  if (number === undefined)
    return (
      <a href={url.href} {...outside}>
        <InLink value>{children}</InLink>
      </a>
    );
  return (
    <CitationLink url={url.href} className={styles.citation} label={`Source ${number}: ${hostOf(url.href)}`}>
      {number}
    </CitationLink>
  );
};

interface OutsideImageProps {
  readonly src?: string | undefined;
  readonly alt?: string | undefined;
}

/** An image in an answer comes from another host, so it is never loaded here. A click opens it in a new tab. */
export const OutsideImage = ({ src, alt }: OutsideImageProps) => {
  const url = safeUrl(src);
  const name = alt?.trim() || 'Image';
  const inLink = use(InLink);
  if (!url || inLink) return <bdi>{name}</bdi>;
  return (
    <a
      href={url.href}
      {...outside}
      className={styles.image}
      aria-label={`${name}: open image from ${hostOf(url.href)}`}
    >
      <ImageIcon aria-hidden />
      <span className={styles.imageText}>
        <span dir="auto" className={styles.imageName}>
          {name}
        </span>
        <span className={styles.imageHost} data-reference>
          {hostOf(url.href)}
        </span>
      </span>
      <ExternalLink aria-hidden />
    </a>
  );
};
