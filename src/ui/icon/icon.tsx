import type { IconShape } from './icons.ts'

/** An icon. Without a label it is decorative and hidden from screen readers. */
export function Icon({ shape, label, className = '' }: { shape: IconShape; label?: string; className?: string }) {
  const paths = (
    <>
      {shape.stroke && <path d={shape.stroke} />}
      {shape.fill && <path d={shape.fill} fill="currentColor" fillRule="evenodd" stroke="none" />}
    </>
  )
  if (label === undefined)
    return (
      <svg className={`icon ${className}`} viewBox="0 0 16 16" aria-hidden="true">
        {paths}
      </svg>
    )
  return (
    <svg className={`icon ${className}`} viewBox="0 0 16 16" role="img" aria-label={label}>
      {paths}
    </svg>
  )
}
