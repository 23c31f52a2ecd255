import type { AtRule } from 'postcss';

/** Splits between sources, but not within a source whose data contains commas. */
const betweenSources = /,(?=\s*(?:url|local)\()/;

/**
 * Keeps only the WOFF2 file of each font that has one. Libraries include older formats too, which no supported browser
 * requests and which would be part of every release.
 */
export const modernFonts = () => ({
  postcssPlugin: 'atrium-modern-fonts',
  AtRule: {
    'font-face'(rule: AtRule) {
      rule.walkDecls('src', (declaration) => {
        const modern = declaration.value.split(betweenSources).filter((source) => /woff2/.test(source));
        if (modern.length > 0) declaration.value = modern.join(',');
      });
    },
  },
});
