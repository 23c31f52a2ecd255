import type { AtRule } from 'postcss';

/** Splits between sources, not within a source whose data has commas. */
const betweenSources = /,(?=\s*(?:url|local)\()/;

/**
 * Leaves only the WOFF2 file of each font that has one. Libraries bring older formats too, which no supported browser
 * asks for, and every release would carry them.
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
