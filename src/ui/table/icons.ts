import type { IconShape } from '../icon/icons.ts'

export const plus: IconShape = { stroke: 'M8 3v10M3 8h10' }
export const cross: IconShape = { stroke: 'M4 4l8 8M12 4l-8 8' }
export const columnsIcon: IconShape = { stroke: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10' }
export const grip: IconShape = { fill: 'M5 3h2v2H5zM9 3h2v2H9zM5 7h2v2H5zM9 7h2v2H9zM5 11h2v2H5zM9 11h2v2H9z' }
/** Points up; CSS flips it for descending order. */
export const sortArrow: IconShape = { stroke: 'M8 13V3.5M4.5 7L8 3.5 11.5 7' }
