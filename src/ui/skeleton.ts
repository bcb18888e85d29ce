/** The layout that a placeholder imitates. */
export type Skeleton = 'chart' | 'list' | 'form' | 'page'

/** What decides the height of a finished chart at a given width. */
export interface ChartContent {
  /** Number of figures above the chart. */
  readonly figures: number
  /** Whether a line below each figure shows its change. */
  readonly isCompared: boolean
}

/** Size of a bar as CSS; the last height is for less than 600 px of width. */
type Bar = readonly [width: string, height: string, narrowHeight?: string]

/**
 * Styles of the bars. Our tokens may not be loaded yet, so system colors are the fallback.
 * The gaps and the breakpoint are those of a report (`theme/base.css`, `chart/figures.css`, `chart/chart.css`).
 */
export const skeletonCss = `
.bars{display:flex;flex-wrap:wrap;gap:20px 24px}
.bars>div{height:var(--wide);border-radius:4px;background:var(--ad-skeleton,color-mix(in srgb,currentColor 8%,transparent))}
@container(width<600px){.bars>div{height:var(--narrow)}}
`

const skeletons: Readonly<Record<Exclude<Skeleton, 'chart'>, readonly Bar[]>> = {
  list: [['40%', '28px'], ['100%', '40px'], ['100%', '40px'], ['100%', '40px'], ['100%', '40px']], // biome-ignore format: one row reads as one picture
  form: [['30%', '20px'], ['100%', '30px'], ['30%', '20px'], ['100%', '30px'], ['20%', '40px']], // biome-ignore format: one row reads as one picture
  page: [['100%', '56px'], ['100%', '240px']], // biome-ignore format: one row reads as one picture
}

/** Toolbar, figures and plot, each with its height in the finished chart. The readout, with one or two metrics, is below a narrow plot. */
function chartSkeleton({ figures, isCompared }: ChartContent): Bar[] {
  const figureHeight = `calc(var(--ad-text-s,12px)*${isCompared ? 2.68 : 1.34} + var(--ad-text-l,20px)*1.4)`
  const figure: Bar = ['min(184px,44%)', figureHeight]
  return [['100%', '30px', '68px'], ...Array<Bar>(figures).fill(figure), ['100%', '296px', figures > 1 ? '393px' : '369px']]
}

function barOf([width, height, narrowHeight = height]: Bar) {
  const bar = document.createElement('div')
  bar.style.cssText = `width:${width};--wide:${height};--narrow:${narrowHeight}`
  return bar
}

/** Draws the bars of a skeleton into a node. */
export function drawBars(node: HTMLElement, content: Exclude<Skeleton, 'chart'> | ChartContent) {
  node.replaceChildren(...(typeof content === 'string' ? skeletons[content] : chartSkeleton(content)).map(barOf))
}
