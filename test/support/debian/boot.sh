#!/bin/sh
# Boots systemd in the root $1, in namespaces of its own (test/support/debian/machine.ts): nothing is mounted or started
# outside of it. The network is that of the caller.
set -eu
root=$1
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
# No terminal of this machine gets a second sign-in.
mount -t tmpfs -o mode=0755 tmpfs "$root/dev"
for name in null zero full random urandom tty; do
  : >"$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
mount -t tmpfs tmpfs "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
ln -s /proc/self/fd/0 "$root/dev/stdin"
ln -s /proc/self/fd/1 "$root/dev/stdout"
ln -s /proc/self/fd/2 "$root/dev/stderr"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
# The units have mounts of their own, which works below a real root only, not below that of chroot.
cd "$root"
pivot_root . mnt
exec env -i container=chroot PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot . sh -c 'umount -l /mnt && exec /sbin/init'
