import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { AxisLabels, Grid, PointLabels, UnsettledBracket } from './layout.tsx'
import { Legend } from './legend.tsx'
import { Readout, readoutText } from './readout.tsx'
import { axisOf, type Box, pointBands, restingPoint, yScaleOf } from './scale.ts'
import { Bars, PreviousLine, type ChartPoint, type ChartSeries, Dot, Line } from './series.tsx'
import { addStyles } from '../theme/styles.ts'
import { useMeasure } from '../use-measure.ts'
import css from './chart.css'

addStyles(css)

export interface ChartProps {
  readonly points: readonly ChartPoint[]
  readonly series: readonly ChartSeries[]
  /** Index of the first point whose values may still change. */
  readonly unsettledFrom?: number
  readonly beforeLabel?: string | undefined
  readonly label: string
  readonly unsettledLabel: string
  readonly height?: number
  /** The page shows a legend of its own. */
  readonly noLegend?: boolean
}

/** Below this width the readout is below the plot; also in `skeleton.ts` and `chart.css`. */
const narrow = 600

const unmeasured = { width: 0, isRightToLeft: false }
const defaultWidth = 640

/** A node without layout keeps its last width, or gets the default. */
function widthAndDirection(node: HTMLElement, last: typeof unmeasured) {
  const width = Math.round(node.clientWidth) || last.width || defaultWidth
  const isRightToLeft = getComputedStyle(node).direction === 'rtl'
  return last.width === width && last.isRightToLeft === isRightToLeft ? last : { width, isRightToLeft }
}

/** The point that a key moves to. */
const moves: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at, last) => Math.min(at + 1, last),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  ArrowDown: (at) => Math.max(at - 1, 0),
  PageUp: (at, last) => Math.min(at + 7, last),
  PageDown: (at) => Math.max(at - 7, 0),
  Home: () => 0,
  End: (_, last) => last,
}

function layout({ points, series, height = 272 }: ChartProps, width: number, isRightToLeft: boolean) {
  const axes = series.map((item) => axisOf([...item.values, ...(item.before ?? [])]))
  const widest = (index: number) => {
    const ticks = axes[index]?.ticks ?? []
    return Math.max(0, ...ticks.map((tick) => series[index]?.formatTick(tick, ticks).length ?? 0)) * 7 + 12
  }
  const sides = [widest(0), series[1] ? widest(1) : 8]
  const [left, right] = isRightToLeft ? [sides[1] ?? 8, sides[0] ?? 8] : [sides[0] ?? 8, sides[1] ?? 8]
  const box: Box = { width: Math.max(width, 120), height, left, right, top: 28, bottom: 26 }
  return { box, axes, x: pointBands(points.length, box, isRightToLeft), ys: axes.map(({ top }) => yScaleOf(top, box)) }
}

/** A chart of one or two metrics over time, each with its own axis. Pointer, touch and arrow keys move along the points. */
export function Chart(props: ChartProps) {
  const { points, series, unsettledFrom = points.length, beforeLabel, label, unsettledLabel, height = 272 } = props
  const ref = useRef<HTMLDivElement>(null)
  const { width, isRightToLeft } = useMeasure(ref, unmeasured, widthAndDirection)
  const [at, setAt] = useState<number | null>(null)
  const current = at !== null && at < points.length ? at : null
  const last = points.length - 1
  const { box, axes, x, ys } = layout(props, width, isRightToLeft)
  const isNarrow = width > 0 && width < narrow
  const shownIndex = current ?? (isNarrow ? restingPoint(points.length, unsettledFrom) : null)
  const crosshair = shownIndex === null ? 0 : x.at(shownIndex) + x.width / 2

  const selectNearest = (event: PointerEvent<SVGSVGElement>) => {
    const offsetX = event.clientX - event.currentTarget.getBoundingClientRect().left
    const distance = (index: number) => Math.abs(x.at(index) + x.width / 2 - offsetX)
    const nearest = points.reduce((best, _, index) => (distance(index) < distance(best) ? index : best), 0)
    setAt(nearest)
  }
  const move = (event: KeyboardEvent) => {
    const name =
      isRightToLeft && /^Arrow(Left|Right)$/.test(event.key) ? (event.key === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft') : event.key
    if (event.key === 'Escape') setAt(null)
    const next = moves[name]?.(current ?? last, last)
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
  }
  const point = shownIndex === null ? undefined : points[shownIndex]
  const layers = series.map((item, index) => ({
    series: item,
    x,
    y: ys[index] ?? yScaleOf(1, box),
    isFirst: index === 0,
    unsettledFrom,
    at: shownIndex,
  }))
  return (
    <figure part="chart">
      {!props.noLegend && <Legend series={series} beforeLabel={beforeLabel} />}
      <div
        ref={ref}
        className="chart plot"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(last, 0)}
        aria-valuenow={current ?? Math.max(last, 0)}
        aria-valuetext={points[current ?? last] && readoutText(points[current ?? last] as ChartPoint, current ?? last, series)} // checked before
        onKeyDown={move}
        onBlur={() => setAt(null)}
      >
        <svg
          width="100%"
          height={height}
          viewBox={`0 0 ${box.width} ${height}`}
          aria-hidden="true"
          onPointerMove={selectNearest}
          onPointerDown={selectNearest}
          onPointerLeave={(event) => event.pointerType === 'mouse' && setAt(null)}
        >
          {width > 0 && (
            <>
              {axes[0] && ys[0] && <Grid ticks={axes[0].ticks} y={ys[0]} box={box} />}
              {layers.map((item, index) => (
                <AxisLabels
                  key={item.series.id}
                  ticks={axes[index]?.ticks ?? []}
                  y={item.y}
                  box={box}
                  series={item.series}
                  side={(index === 0) === isRightToLeft ? 'right' : 'left'}
                />
              ))}
              {layers.map((item) => (item.series.form === 'bars' ? <Bars key={item.series.id} {...item} /> : null))}
              {layers.map((item) => (
                <PreviousLine key={item.series.id} {...item} />
              ))}
              {point && <path className="crosshair" d={`M${crosshair} ${box.top}V${box.height - box.bottom}`} />}
              {layers.map((item) => (item.series.form === 'line' ? <Line key={item.series.id} {...item} /> : null))}
              {layers.map((item) => (
                <Dot key={item.series.id} {...item} />
              ))}
              <UnsettledBracket x={x} box={box} from={unsettledFrom} count={points.length} label={unsettledLabel} />
              <PointLabels points={points} x={x} box={box} />
            </>
          )}
        </svg>
        {point && shownIndex !== null && !isNarrow && (
          <Readout
            point={point}
            index={shownIndex}
            series={series}
            isSettled={shownIndex < unsettledFrom}
            beside={{ x: crosshair, width: box.width }}
          />
        )}
      </div>
      {point && shownIndex !== null && isNarrow && (
        <Readout point={point} index={shownIndex} series={series} isSettled={shownIndex < unsettledFrom} />
      )}
    </figure>
  )
}
