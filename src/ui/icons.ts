/** An icon on a grid of sixteen: paths to stroke, or to fill. */
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
export const minus: IconShape = { stroke: 'M4 8h8' }
export const cross: IconShape = { stroke: 'M4.5 4.5l7 7M11.5 4.5l-7 7' }
export const eye: IconShape = {
  stroke: 'M1.75 8S4 3.75 8 3.75 14.25 8 14.25 8 12 12.25 8 12.25 1.75 8 1.75 8zM8 10a2 2 0 100-4 2 2 0 000 4z',
}
export const eyeOff: IconShape = {
  stroke: 'M1.75 8S4 3.75 8 3.75 14.25 8 14.25 8 12 12.25 8 12.25 1.75 8 1.75 8zM8 10a2 2 0 100-4 2 2 0 000 4zM3 13L13 3',
}
export const search: IconShape = { stroke: 'M7 11.5a4.5 4.5 0 100-9 4.5 4.5 0 000 9zM10.5 10.5l3 3' }
export const chevronStart: IconShape = { stroke: 'M10 4L6 8l4 4' }
export const chevronEnd: IconShape = { stroke: 'M6 4l4 4-4 4' }
export const info: IconShape = { stroke: 'M8 14A6 6 0 108 2a6 6 0 000 12zM8 7.5V11M8 5h.01' }
export const warning: IconShape = { stroke: 'M8 2.5l6 11H2zM8 6.5V10M8 11.8h.01' }
export const done: IconShape = { stroke: 'M8 14A6 6 0 108 2a6 6 0 000 12zM5.3 8.2l1.9 1.9 3.5-3.8' }
export const copy: IconShape = { stroke: 'M6 6h7.5v7.5H6zM3.5 10H2.5V2.5H10v1' }
export const grip: IconShape = { fill: 'M5 3h2v2H5zM9 3h2v2H9zM5 7h2v2H5zM9 7h2v2H9zM5 11h2v2H5zM9 11h2v2H9z' }
export const upload: IconShape = { stroke: 'M8 10V3M5 5.5l3-3 3 3M3 13h10' }
export const page: IconShape = { stroke: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3' }
export const link: IconShape = {
  stroke: 'M6.8 9.2a2.5 2.5 0 003.5 0l2-2a2.5 2.5 0 00-3.5-3.5l-.8.8M9.2 6.8a2.5 2.5 0 00-3.5 0l-2 2a2.5 2.5 0 003.5 3.5l.8-.8',
}
export const undo: IconShape = { stroke: 'M5.5 3L2.5 6l3 3M2.5 6h7a4 4 0 010 8H7' }
export const up: IconShape = { stroke: 'M8 13V3M4 7l4-4 4 4' }
export const down: IconShape = { stroke: 'M8 3v10M4 9l4 4 4-4' }
