const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** True for a URL of this machine. */
export const isLoopback = ({ hostname }: URL): boolean => loopback.test(hostname)
