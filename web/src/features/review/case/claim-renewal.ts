import { useEffect, useEffectEvent, useRef } from 'react'

interface ClaimRenewal {
  /** Expiry of the user's claim in ms since 1970; null without a claim. */
  readonly until: number | null
  /** Duration of a claim in ms. */
  readonly claimMs: number
  readonly renew: () => void
}

const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel'] as const

/**
 * Renews a claim from half of its duration on, while the page is visible and was used since the claim was
 * made or last renewed. On an unused page the claim expires. Retries after a twentieth of the duration.
 */
export function useClaimRenewal({ until, claimMs, renew }: ClaimRenewal): void {
  const step = claimMs / 20
  const used = useRef(0)
  const notBefore = useRef(0)
  const look = useEffectEvent((isUse: boolean) => {
    const now = Date.now()
    if (isUse) used.current = now
    if (until === null || now >= until || now < until - claimMs / 2 || now < notBefore.current) return
    if (document.visibilityState !== 'visible' || used.current < until - claimMs) return
    notBefore.current = now + step
    renew()
  })
  useEffect(() => {
    const use = () => look(true)
    const seen = () => look(false)
    const timer = setInterval(seen, step)
    for (const sign of activityEvents) window.addEventListener(sign, use, { passive: true })
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearInterval(timer)
      for (const sign of activityEvents) window.removeEventListener(sign, use)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [step])
}
