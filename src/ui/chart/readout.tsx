import type { ChartPoint, ChartSeries } from './series.tsx'

interface ReadoutProps {
  readonly point: ChartPoint
  readonly index: number
  readonly series: readonly ChartSeries[]
  /** No change is shown for values that are not final: a partial day would be compared with a whole one. */
  readonly isSettled: boolean
  /** Position of the crosshair and width of the chart; undefined places the readout below the chart. */
  readonly beside?: { readonly x: number; readonly width: number } | undefined
}

const wide = 300

/** Values of a point, next to the crosshair, or below a narrow chart, where a finger would cover it. */
export function Readout({ point, index, series, isSettled, beside }: ReadoutProps) {
  const isLeft = beside !== undefined && beside.x + wide + 16 > beside.width
  const position = beside && (isLeft ? { right: beside.width - beside.x + 20, top: 36 } : { left: beside.x + 20, top: 36 })
  return (
    <div className={beside ? 'readout' : 'readout below'} style={position} aria-hidden="true">
      <div className="head">
        <b>{point.title}</b>
        {point.beforeTitle && <span className="when">{point.beforeTitle}</span>}
      </div>
      <dl>
        {series.map((item, number) => {
          const value = item.values[index] ?? null
          const previous = item.before?.[index] ?? null
          return [
            <span key={`${item.id} swatch`} className={number === 0 ? 'swatch' : 'swatch second'} />,
            <dt key={`${item.id} name`}>{item.label}</dt>,
            <dd key={`${item.id} value`} className="amount">
              {item.format(value)}
            </dd>,
            <dd key={`${item.id} change`} className="delta">
              {isSettled && item.before && item.change?.(value, previous)}
            </dd>,
          ]
        })}
      </dl>
    </div>
  )
}

/** The values of a point as text for screen readers. */
export const readoutText = (point: ChartPoint, index: number, series: readonly ChartSeries[]) =>
  [point.title, ...series.map((item) => `${item.label} ${item.format(item.values[index] ?? null)}`)].join(', ')
