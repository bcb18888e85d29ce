import type { IconShape } from './icons.ts'

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
