import { finding, type Source } from './source.ts'

const browsers = ['Chrome', 'Firefox', 'Safari'] as const
type Versions = Readonly<Record<(typeof browsers)[number], number>>

/** Minimum versions in the README and the guide; Edge has Chrome's versions. */
export const minVersions: Versions = { Chrome: 123, Firefox: 125, Safari: 17.5 }
export const minVersionsText = 'Chrome 123, Edge 123, Firefox 125 and Safari 17.5'

interface Feature {
  readonly name: string
  readonly pattern: RegExp
  readonly since: Versions
  /** Fallback in older browsers; a feature with a fallback does not raise the minimum versions. */
  readonly without?: string
}

const never = Number.POSITIVE_INFINITY
const feature = (
  name: string,
  pattern: RegExp,
  [Chrome, Firefox, Safari]: readonly [number, number, number],
  without?: string,
): Feature => ({
  name,
  pattern,
  since: { Chrome, Firefox, Safari },
  ...(without !== undefined && { without }),
})

/** Recent features that the project uses, with the versions from MDN's browser-compat-data. */
export const usedFeatures: readonly Feature[] = [
  feature('light-dark()', /\blight-dark\(/, [123, 120, 17.5]),
  feature('AbortSignal.any', /\bAbortSignal\.any\b/, [116, 124, 17.4]),
  feature('popover', /\bpopover="manual"|\.showPopover\(|:popover-open/, [114, 125, 17]),
  feature('Intl.Segmenter', /\bIntl\.Segmenter\b/, [87, 125, 14.1]),
  feature('checkVisibility with options', /\.checkVisibility\(\{/, [121, 122, 17.4]),
  feature(':has()', /:has\(/, [105, 121, 15.4]),
  feature(':dir()', /:dir\(/, [120, 49, 16.4]),
  feature('constructable style sheets', /\badoptedStyleSheets\b|new CSSStyleSheet\b/, [73, 101, 16.4]),
  feature('container queries with ranges', /@container\s+\w*\s*\([^)]*[<>]/, [105, 110, 16.4]),
  feature('color-mix()', /\bcolor-mix\(/, [111, 113, 16.2]),
  feature('arrays that are copied', /\.(toSorted|toReversed|toSpliced)\(/, [110, 115, 16]),
  feature('Intl.supportedValuesOf', /\bIntl\.supportedValuesOf\b/, [99, 93, 15.4]),
  feature('AbortSignal.timeout', /\bAbortSignal\.timeout\b/, [103, 100, 16]),
  feature('BroadcastChannel', /\bBroadcastChannel\b/, [54, 38, 15.4]),
  feature('Web Locks', /\bnavigator\.locks\b|\blocks\.request\(/, [69, 96, 15.4]),
  feature('dvh', /\d(dvh|svh|lvh)\b/, [108, 101, 15.4]),
  feature('unprefixed mask-image', /(^|[\s;{])mask-image:/m, [120, 53, 15.4]),
  feature('weeks of a locale', /\bgetWeekInfo\b/, [130, 153, 17], 'the 17 locales have a table; others begin on Monday'),
  feature('field-sizing', /\bfield-sizing\b/, [123, 152, 26.2], 'a text area keeps its rows and scrolls'),
  feature('closedby', /\bclosedby\b/, [134, 141, 27.3], 'the dialog has its own handlers'),
  feature('showSaveFilePicker', /\bshowSaveFilePicker\b/, [86, never, never], 'the file is gathered in memory and downloaded'),
  feature('scrollbar-gutter', /\bscrollbar-gutter\b|\bscrollbarGutter\b/, [94, 97, 18.2], 'the page moves by the width of its scroll bar'),
  feature('exclusive accordions', /<details[^>]*\sname=/, [120, 130, 17.2], 'several can be open at once'),
]

/** Forbidden features: newer than the minimum version of a browser, or not checked against it. */
const denied: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Navigation API', /\bnavigation\.(navigate|addEventListener|currentEntry|entries|back|traverseTo|updateCurrentEntry)\b/],
  ['anchor positioning', /\b(anchor-name|position-anchor|position-area|position-try)\b|\banchor\(--|\banchorName\b/],
  ['@scope', /@scope\b/],
  ['@starting-style', /@starting-style\b/],
  ['@property', /@property\b|\bregisterProperty\(/],
  ['@view-transition', /@view-transition\b|\bstartViewTransition\b|view-transition-name/],
  ['interpolate-size', /\binterpolate-size\b|\bcalc-size\(/],
  ['transition-behavior', /\btransition-behavior\b|\ballow-discrete\b/],
  ['scroll-driven animations', /\b(animation-timeline|scroll-timeline|view-timeline)\b/],
  ['contrast-color()', /\bcontrast-color\(/],
  ['base-select', /\bbase-select\b|::picker\b|::details-content\b/],
  ['text-wrap: pretty', /text-wrap:\s*pretty\b/],
  ['popover="hint"', /popover="hint"/],
  ['invoker commands', /\bcommandfor\b|\bcommandFor\b/],
  ['CloseWatcher', /\bCloseWatcher\b/],
  ['scheduler', /\bscheduler\.(yield|postTask)\b/],
  ['requestIdleCallback', /\brequestIdleCallback\b/],
  ['moveBefore', /\.moveBefore\(/],
  ['setHTML', /\.(setHTML|setHTMLUnsafe|getHTML)\(/],
  ['custom states', /:state\(|\.states\.(add|delete|has)\(/],
  ['Promise.try', /\bPromise\.try\(/],
  ['Array.fromAsync', /\bArray\.fromAsync\(/],
  [
    'iterator helpers',
    /\bIterator\.(from|concat)\(|\.(values|keys|entries)\(\)\s*\.(map|filter|take|drop|flatMap|toArray|some|every|find|forEach|reduce)\(/,
  ],
  ['set methods', /\.(union|intersection|difference|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/],
  ['relative colours', /\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(\s*from\s/],
  ['content-visibility', /\bcontent-visibility\b|\bcontentVisibility\b/],
  ['zoom', /(^|[\s;{])zoom\s*:/m],
  ['RegExp modifiers', /\(\?([ims]+(-[ims]*)?|-[ims]+):/],
  ['RegExp.escape', /\bRegExp\.escape\(/],
  ['Intl.DurationFormat', /\bIntl\.DurationFormat\b/],
  ['Temporal', /\bTemporal\.(Now|PlainDate|Instant|ZonedDateTime|Duration)\b/],
  ['URL.parse', /\bURL\.parse\(/],
  ['bytes as text', /\bUint8Array\.from(Base64|Hex)\(|\.to(Base64|Hex)\(/],
  ['Math.sumPrecise', /\bMath\.sumPrecise\b/],
  ['Error.isError', /\bError\.isError\b/],
  ['import attributes', /\bfrom\s+['"][^'"]+['"]\s+with\s*\{/],
  ['iteration of a stream', /\bReadableStream\.from\(|for await \([^)]*\bof\s+\w*\.?(body|stream)\b/],
]

const codeOf = ({ path, text }: Source) => {
  const blank = (comment: string) => comment.replace(/[^\n]/g, ' ')
  const withoutBlocks = text.replace(/\/\*[\s\S]*?\*\//g, blank)
  return path.endsWith('.css') ? withoutBlocks : withoutBlocks.replace(/(^|\s)\/\/.*$/gm, blank)
}

/** Uses of features that a supported browser lacks. */
export function tooNew(source: Source): string[] {
  const code = codeOf(source)
  const lineAt = (at: number) => code.slice(0, at).split('\n').length
  const newer = usedFeatures.filter(({ since, without }) => without === undefined && browsers.some((one) => since[one] > minVersions[one]))
  const patterns = [...denied, ...newer.map(({ name, pattern }) => [name, pattern] as const)]
  return patterns.flatMap(([name, pattern]) =>
    [...code.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(({ index }) =>
      finding(
        source,
        lineAt(index),
        `${name} is newer than ${minVersionsText}; use something older, or write down what happens without it`,
      ),
    ),
  )
}

/** Which of the features the sources use. */
export const featuresIn = (sources: readonly Source[]) =>
  usedFeatures.filter(({ pattern }) => sources.some((source) => pattern.test(codeOf(source))))

/** Minimum versions for features without a fallback. */
export const neededBy = (features: readonly Feature[]): Versions => {
  const deciding = features.filter(({ without }) => without === undefined)
  const most = (browser: (typeof browsers)[number]) => Math.max(...deciding.map(({ since }) => since[browser]))
  return { Chrome: most('Chrome'), Firefox: most('Firefox'), Safari: most('Safari') }
}
