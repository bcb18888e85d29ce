/** SVG paths on a 16 × 16 grid, to stroke or to fill. */
export interface IconShape {
  readonly stroke?: string
  readonly fill?: string
}

export const calendar: IconShape = {
  stroke: 'M2.5 4.5a1 1 0 011-1h9a1 1 0 011 1v8a1 1 0 01-1 1h-9a1 1 0 01-1-1zM2.5 7h11M5.5 2v3M10.5 2v3',
}
export const chevronDown: IconShape = { stroke: 'M4 6l4 4 4-4' }
export const tableRows: IconShape = { stroke: 'M2.5 4h11M2.5 8h11M2.5 12h11' }
export const download: IconShape = { stroke: 'M8 2.5v7M5 7l3 3 3-3M3 13h10' }
export const more: IconShape = {
  fill: 'M3.5 6.75a1.25 1.25 0 110 2.5 1.25 1.25 0 010-2.5zm4.5 0a1.25 1.25 0 110 2.5 1.25 1.25 0 010-2.5zm4.5 0a1.25 1.25 0 110 2.5 1.25 1.25 0 010-2.5z',
}
export const arrowUp: IconShape = { stroke: 'M5 11l6-6M6 5h5v5' }
export const arrowDown: IconShape = { stroke: 'M5 5l6 6M11 6v5H6' }
export const arrowSame: IconShape = { stroke: 'M3 8h10M9.5 4.5L13 8l-3.5 3.5' }
export const reload: IconShape = { stroke: 'M13 8a5 5 0 11-1.5-3.6M13 2.5v3h-3' }
export const lock: IconShape = { stroke: 'M4 7h8v6H4zM5.5 7V5a2.5 2.5 0 015 0v2' }
export const alert: IconShape = { stroke: 'M8 14A6 6 0 108 2a6 6 0 000 12zM8 5v3.5M8 11h.01' }
export const chartLine: IconShape = { stroke: 'M2.5 2.5v11h11M5 10l2.5-3 2 2L13 5' }
export const check: IconShape = { stroke: 'M3.5 8.5l3 3 6-7' }
