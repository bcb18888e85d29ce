import { BuilderScreen } from '../parts/builder-screen.tsx'

/** The builder; the draft and its step are in the address. */
export default function Builder() {
  return <BuilderScreen />
}
