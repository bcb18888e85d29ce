import type { ReactNode } from 'react'

interface LegendItem {
  readonly id: string
  /** A name, or a control that chooses the metric. */
  readonly label: ReactNode
  readonly unit?: string
  /** Without a form nothing is drawn for the item. */
  readonly form?: 'bars' | 'line'
}

const Sample = ({ className, isBar }: { className: string; isBar?: boolean }) =>
  isBar ? (
    <svg className="sample" width="12" height="12" aria-hidden="true">
      <rect className="soft" y="1" width="12" height="11" />
      <rect className="full" width="12" height="2" rx="1" />
    </svg>
  ) : (
    <svg className="sample" width="18" height="12" aria-hidden="true">
      <path className={className} d="M0 6H18" />
    </svg>
  )

/** The legend also names the axes. */
export function Legend({ series, beforeLabel }: { series: readonly LegendItem[]; beforeLabel?: string | undefined }) {
  const isPrevious = (isFirst: boolean) =>
    beforeLabel && (
      <span className={`past${series.length === 1 ? ' only' : ''}`}>
        <Sample className={`before${isFirst ? ' first' : ''}`} />
        {beforeLabel}
      </span>
    )
  return (
    <div className="legend chart">
      {series.map((item, index) => (
        <span key={item.id} className={index === 1 ? 'second' : ''}>
          {index === 1 && item.form && isPrevious(false)}
          {item.form && <Sample className={`line${index === 0 ? ' first' : ''}`} isBar={item.form === 'bars'} />}
          {item.label}
          {item.unit && `, ${item.unit}`}
          {index === 0 && isPrevious(true)}
        </span>
      ))}
    </div>
  )
}
