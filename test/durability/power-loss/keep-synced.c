/*
 * Keeps, beside a directory, a copy that has only what was synchronized: the disk as a loss of power leaves it.
 *
 * Preloaded into a program (LD_PRELOAD). The test compiles it: gcc -shared -fPIC -O2 -o keep-synced.so keep-synced.c -lpthread
 *
 *   KEEP_SYNCED_FROM     the directory, absolute and without symbolic links; everything below it is watched
 *   KEEP_SYNCED_TO       where the copy is kept, outside of it; must not exist at first
 *   KEEP_SYNCED_KILL_AT  optional: end the first process with SIGKILL as it begins its n-th synchronization
 *
 * What reaches the copy:
 *   - What is in the directory when the first process starts counts as synchronized.
 *   - The content of a file: the ranges that were written since its last fsync or fdatasync, and its size, when the next one
 *     has returned from the real file.
 *   - Names (made, renamed, removed): when the directory that holds them is synchronized, and never because of the file. Of all
 *     that POSIX allows this loses the most, and a removed file comes back. ext4 would keep the name of a file that was
 *     synchronized; a program that relies on it breaks elsewhere.
 * A disk may keep more than this, in any order. The test mixes such states from the copy and the real files.
 *
 * Layout of the copy: `inodes/KEY` are the files, `directories/KEY` the directories, whose entries are hard links to the former
 * and symbolic links to the latter, `tree` is a link to the directory for KEEP_SYNCED_FROM. KEY is the number of the real
 * inode and, because numbers are used again, a hash of its handle and its time of birth; there is one in `inodes` for a number. `cp -rL tree` makes an ordinary tree of it.
 *
 * Locks: a write and the note of its range are one step under the lock of the file, and a synchronization holds that lock until
 * the copy is brought up to it. Each process knows its own writes only: what another one has written counts when that one
 * synchronizes. Real files are never opened or closed here once the program runs, which would drop its POSIX locks.
 *
 * Not watched: mapped files (SQLite's -shm is one, is built anew after a crash, and is left out), descriptors made by dup, mkstemp
 * and stdio, and O_SYNC. What is written through them does not reach the copy, so a test can only fail because of it.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define MAX_DESCRIPTORS 65536
#define MAX_PATH 4096
#define KEY_SIZE 40
#define TO_END INT64_MAX

struct range {
    int64_t start, end;
};

/* A watched file: one for each inode, however many descriptors it has. */
struct file {
    char key[KEY_SIZE];
    ino64_t inode;
    int copy;
    pthread_mutex_t lock;
    struct range *dirty;
    size_t count, capacity;
    struct file *next;
};

static char from[MAX_PATH];
static char to[MAX_PATH];
static long kill_at;
static atomic_long synchronizations;
static _Atomic(struct file *) files_by_descriptor[MAX_DESCRIPTORS];
static struct file *files;
/* Guards the list of files and the directories of the copy. */
static pthread_mutex_t names = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

/* A copy that is not complete must not look like one. */
static void give_up(const char *what, const char *which) {
    dprintf(2, "keep-synced: %s %s: %s\n", what, which, strerror(errno));
    abort();
}

__attribute__((format(printf, 2, 3))) static void path_to(char *path, const char *format, ...) {
    int length = snprintf(path, MAX_PATH, "%s/", to);
    va_list arguments;
    va_start(arguments, format);
    int more = vsnprintf(path + length, MAX_PATH - length, format, arguments);
    va_end(arguments);
    if (length + more >= MAX_PATH) give_up("too long", path);
}

static int real_open(const char *path, int flags, mode_t mode) {
    REAL(open);
    return real(path, flags, mode);
}

static int real_close(int fd) {
    REAL(close);
    return real(fd);
}

/* Tells apart the files that have had one inode number. The time alone cannot: many are made within one tick of the clock. */
static uint64_t incarnation(int directory, const char *name, struct statx_timestamp birth) {
    union {
        struct file_handle handle;
        unsigned char space[sizeof(struct file_handle) + MAX_HANDLE_SZ];
    } whole = {.handle = {.handle_bytes = MAX_HANDLE_SZ}};
    int mount;
    uint64_t hash = 0xcbf29ce484222325 ^ (uint64_t)birth.tv_sec ^ (uint64_t)birth.tv_nsec << 32;
    /* Without handles, as on some file systems, the time has to do. */
    if (name_to_handle_at(directory, name, &whole.handle, &mount, *name ? 0 : AT_EMPTY_PATH) != 0) return hash;
    for (unsigned index = 0; index < whole.handle.handle_bytes; index++)
        hash = (hash ^ whole.handle.f_handle[index]) * 0x100000001b3; /* FNV-1a */
    return hash;
}

/* Identifies an inode and gives its type and permissions, or 0 when there is none. */
static mode_t identify(int directory, const char *name, char key[KEY_SIZE]) {
    struct statx status;
    int flags = AT_SYMLINK_NOFOLLOW | (*name ? 0 : AT_EMPTY_PATH);
    if (statx(directory, name, flags, STATX_BASIC_STATS | STATX_BTIME, &status) != 0) return 0;
    snprintf(key, KEY_SIZE, "%llx-%llx", (unsigned long long)status.stx_ino,
             (unsigned long long)incarnation(directory, name, status.stx_btime));
    return status.stx_mode;
}

static int is_left_out(const char *path) {
    size_t length = strlen(path);
    return length >= 4 && strcmp(path + length - 4, "-shm") == 0;
}

/* Whether an open file or directory is the watched directory or below it. */
static int is_watched(int fd) {
    char link[64], path[MAX_PATH];
    if (!*from) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    size_t prefix = strlen(from);
    return strncmp(path, from, prefix) == 0 && (path[prefix] == '/' || !path[prefix]) && !is_left_out(path);
}

/* The copy of an inode, empty when it is new: nothing of it was synchronized yet. */
static int open_copy(const char *key, mode_t mode) {
    char path[MAX_PATH];
    path_to(path, "inodes/%s", key);
    int copy = real_open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (copy < 0) give_up("cannot open", path);
    if (mode && fchmod(copy, mode & 07777) != 0) give_up("cannot change", path);
    return copy;
}

static void copy_range(int real_fd, int copy, int64_t start, int64_t end) {
    char buffer[65536];
    while (start < end) {
        size_t wanted = end - start < (int64_t)sizeof buffer ? (size_t)(end - start) : sizeof buffer;
        ssize_t count = pread64(real_fd, buffer, wanted, start);
        if (count == 0) return;
        REAL(pwrite64);
        if (count < 0 || real(copy, buffer, count, start) != count) give_up("cannot copy", "a range");
        start += count;
    }
}

/* ---- files ---- */

/* A new file has the number: what had it before is gone, and lives on only under names whose removal is not durable. */
static void forget_predecessors(const char *key) {
    char path[MAX_PATH];
    size_t prefix = strchr(key, '-') - key + 1;
    path_to(path, "inodes");
    DIR *stream = opendir(path);
    if (!stream) give_up("cannot list", path);
    for (struct dirent *entry; (entry = readdir(stream));)
        if (strncmp(entry->d_name, key, prefix) == 0 && strcmp(entry->d_name, key) != 0)
            unlinkat(dirfd(stream), entry->d_name, 0);
    closedir(stream);
}

static struct file *find_file(int fd) {
    char key[KEY_SIZE];
    mode_t mode = identify(fd, "", key);
    pthread_mutex_lock(&names);
    struct file *file = files;
    while (file && strcmp(file->key, key) != 0) file = file->next;
    if (!file) {
        file = calloc(1, sizeof *file);
        if (!file) give_up("no memory for", key);
        strcpy(file->key, key);
        file->inode = strtoull(key, NULL, 16);
        forget_predecessors(key);
        file->copy = open_copy(key, mode);
        pthread_mutex_init(&file->lock, NULL);
        file->next = files;
        files = file;
    }
    pthread_mutex_unlock(&names);
    return file;
}

/* The file of a descriptor. Looked at anew each time: libuv closes by a system call of its own, which nobody can stand before. */
static struct file *file_of(int fd) {
    struct file *file = fd >= 0 && fd < MAX_DESCRIPTORS ? atomic_load(&files_by_descriptor[fd]) : NULL;
    struct stat64 status;
    int saved = errno;
    if (file && (fstat64(fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_ino != file->inode)) {
        atomic_store(&files_by_descriptor[fd], NULL);
        file = NULL;
    }
    errno = saved;
    return file;
}

static void note(struct file *file, int64_t start, int64_t end) {
    struct range *last = file->count ? &file->dirty[file->count - 1] : NULL;
    if (last && last->start <= start && start <= last->end) {
        if (end > last->end) last->end = end;
        return;
    }
    if (file->count == file->capacity) {
        file->capacity = file->capacity ? 2 * file->capacity : 64;
        file->dirty = realloc(file->dirty, file->capacity * sizeof *file->dirty);
        if (!file->dirty) give_up("no memory for", file->key);
    }
    file->dirty[file->count++] = (struct range){start, end};
}

/* Called with every new descriptor. */
static int watch(int fd, int flags) {
    int saved = errno;
    struct stat64 status;
    if (fd >= 0 && fd < MAX_DESCRIPTORS) atomic_store(&files_by_descriptor[fd], NULL);
    if (fd >= 0 && *from && fstat64(fd, &status) == 0 && S_ISREG(status.st_mode) && is_watched(fd)) {
        if (fd >= MAX_DESCRIPTORS) give_up("too many", "open files");
        struct file *file = find_file(fd);
        if (flags & O_TRUNC) {
            pthread_mutex_lock(&file->lock);
            note(file, 0, TO_END);
            pthread_mutex_unlock(&file->lock);
        }
        atomic_store(&files_by_descriptor[fd], file);
    }
    errno = saved;
    return fd;
}

/* A descriptor that can also be read from: at a synchronization its ranges are. */
static int readable(int flags) {
    return (flags & O_ACCMODE) == O_WRONLY && *from ? (flags & ~O_ACCMODE) | O_RDWR : flags;
}

static void bring_up_to_date(struct file *file, int fd) {
    struct stat64 status;
    if (fstat64(fd, &status) != 0 || ftruncate64(file->copy, status.st_size) != 0) give_up("cannot resize", file->key);
    for (size_t index = 0; index < file->count; index++) {
        struct range range = file->dirty[index];
        copy_range(fd, file->copy, range.start, range.end < status.st_size ? range.end : status.st_size);
    }
    file->count = 0;
    fchmod(file->copy, status.st_mode & 07777);
}

/* ---- directories ---- */

static void open_directory_copy(const char *key, mode_t mode) {
    char path[MAX_PATH];
    path_to(path, "directories/%s", key);
    if (mkdir(path, 0700) != 0 && errno != EEXIST) give_up("cannot make", path);
    chmod(path, mode & 07777);
}

/* Gives the copy of a directory an entry, in place of another one of that name. */
static void enter(const char *directory, const char *name, const char *key, mode_t mode) {
    char path[MAX_PATH], other[MAX_PATH], target[KEY_SIZE + 3];
    path_to(path, "directories/%s/%s", directory, name);
    path_to(other, "new-entry-%d", getpid());
    if (S_ISDIR(mode)) {
        open_directory_copy(key, mode);
        snprintf(target, sizeof target, "../%s", key);
        if (symlink(target, other) != 0) give_up("cannot link", path);
    } else {
        char inode[MAX_PATH];
        path_to(inode, "inodes/%s", key);
        real_close(open_copy(key, 0));
        if (link(inode, other) != 0) give_up("cannot link", path);
    }
    if (rename(other, path) != 0) give_up("cannot enter", path);
    /* Between two links to one file rename does nothing. */
    unlink(other);
}

static void remove_entry(const char *directory, const char *name) {
    char path[MAX_PATH];
    path_to(path, "directories/%s/%s", directory, name);
    if (unlink(path) != 0) give_up("cannot remove", path);
}

static int is_own_or_parent(const char *name) {
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* The names of a directory at the moment. */
struct listing {
    char (*names)[256];
    size_t count;
};

static struct listing list(int directory) {
    struct listing listing = {NULL, 0};
    size_t capacity = 0;
    DIR *stream = fdopendir(directory);
    if (!stream) give_up("cannot list", "a directory");
    for (struct dirent *entry; (entry = readdir(stream));) {
        if (is_own_or_parent(entry->d_name) || is_left_out(entry->d_name)) continue;
        if (listing.count == capacity) {
            capacity = capacity ? 2 * capacity : 16;
            listing.names = realloc(listing.names, capacity * sizeof *listing.names);
            if (!listing.names) give_up("no memory for", entry->d_name);
        }
        strcpy(listing.names[listing.count++], entry->d_name);
    }
    closedir(stream);
    return listing;
}

static struct listing list_real(int fd) {
    int copy = openat64(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (copy < 0) give_up("cannot open", "a directory");
    return list(copy);
}

static int holds(const struct listing *listing, const char *name) {
    for (size_t index = 0; index < listing->count; index++)
        if (strcmp(listing->names[index], name) == 0) return 1;
    return 0;
}

/* An entry that a synchronization makes durable: named and identified before the real one begins. */
struct entry {
    mode_t mode;
    char key[KEY_SIZE];
};

static int synchronize_directory(int fd, int (*real)(int)) {
    char key[KEY_SIZE], path[MAX_PATH];
    pthread_mutex_lock(&names);
    mode_t mode = identify(fd, "", key);
    struct listing listing = list_real(fd);
    struct entry *entries = calloc(listing.count + 1, sizeof *entries);
    if (!entries) give_up("no memory for", key);
    for (size_t index = 0; index < listing.count; index++)
        entries[index].mode = identify(fd, listing.names[index], entries[index].key);
    int result = real(fd);
    if (result == 0) {
        open_directory_copy(key, mode);
        for (size_t index = 0; index < listing.count; index++)
            if (S_ISREG(entries[index].mode) || S_ISDIR(entries[index].mode))
                enter(key, listing.names[index], entries[index].key, entries[index].mode);
        path_to(path, "directories/%s", key);
        struct listing old = list(real_open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0));
        for (size_t index = 0; index < old.count; index++)
            if (!holds(&listing, old.names[index])) remove_entry(key, old.names[index]);
        free(old.names);
    }
    free(entries);
    free(listing.names);
    pthread_mutex_unlock(&names);
    return result;
}

static int synchronize(int fd, int (*real)(int)) {
    if (!*from) return real(fd);
    struct file *file = file_of(fd);
    struct stat64 status;
    int is_directory = !file && fstat64(fd, &status) == 0 && S_ISDIR(status.st_mode) && is_watched(fd);
    if (!file && !is_directory) return real(fd);
    if (atomic_fetch_add(&synchronizations, 1) + 1 == kill_at) kill(getpid(), SIGKILL);
    if (is_directory) return synchronize_directory(fd, real);
    pthread_mutex_lock(&file->lock);
    int result = real(fd);
    if (result == 0) bring_up_to_date(file, fd);
    pthread_mutex_unlock(&file->lock);
    return result;
}

/* ---- the start: everything that is there counts as synchronized ---- */

static void take_over(int directory, const char *key, mode_t mode) {
    open_directory_copy(key, mode);
    struct listing listing = list_real(directory);
    for (size_t index = 0; index < listing.count; index++) {
        char entry_key[KEY_SIZE];
        const char *name = listing.names[index];
        mode_t entry_mode = identify(directory, name, entry_key);
        if (!S_ISREG(entry_mode) && !S_ISDIR(entry_mode)) continue;
        int fd = openat64(directory, name, O_RDONLY | O_CLOEXEC | (S_ISDIR(entry_mode) ? O_DIRECTORY : 0));
        if (fd < 0) give_up("cannot open", name);
        if (S_ISDIR(entry_mode)) {
            take_over(fd, entry_key, entry_mode);
        } else {
            int copy = open_copy(entry_key, entry_mode);
            copy_range(fd, copy, 0, TO_END);
            real_close(copy);
        }
        real_close(fd);
        enter(key, name, entry_key, entry_mode);
    }
    free(listing.names);
}

__attribute__((constructor)) static void start(void) {
    const char *source = getenv("KEEP_SYNCED_FROM"), *target = getenv("KEEP_SYNCED_TO");
    if (!source || !target) return;
    snprintf(to, sizeof to, "%s", target);
    if (mkdir(to, 0700) == 0) {
        char path[MAX_PATH], key[KEY_SIZE], link_target[KEY_SIZE + 16];
        path_to(path, "inodes");
        mkdir(path, 0700);
        path_to(path, "directories");
        mkdir(path, 0700);
        int root = real_open(source, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
        if (root < 0) give_up("cannot open", source);
        take_over(root, key, identify(root, "", key));
        real_close(root);
        snprintf(link_target, sizeof link_target, "directories/%s", key);
        path_to(path, "tree");
        if (symlink(link_target, path) != 0) give_up("cannot make", path);
        const char *count = getenv("KEEP_SYNCED_KILL_AT");
        if (count) kill_at = atol(count);
    } else if (errno != EEXIST) {
        give_up("cannot make", to);
    }
    snprintf(from, sizeof from, "%s", source);
}

/* ---- what the program calls instead of the C library ---- */

static mode_t mode_argument(int flags, va_list arguments) {
    return flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        REAL(name); \
        va_list arguments; \
        va_start(arguments, flags); \
        mode_t mode = mode_argument(flags, arguments); \
        va_end(arguments); \
        return watch(real(path, readable(flags), mode), flags); \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
    int name(int directory, const char *path, int flags, ...) { \
        REAL(name); \
        va_list arguments; \
        va_start(arguments, flags); \
        mode_t mode = mode_argument(flags, arguments); \
        va_end(arguments); \
        return watch(real(directory, path, readable(flags), mode), flags); \
    }
OPENAT(openat)
OPENAT(openat64)

int creat(const char *path, mode_t mode) {
    return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

int creat64(const char *path, mode_t mode) {
    return open64(path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

/* A write, and the note of what it has changed. `end` is evaluated after it. */
#define WRITE(call, end) \
    do { \
        struct file *file = file_of(fd); \
        if (!file) return call; \
        pthread_mutex_lock(&file->lock); \
        ssize_t written = call; \
        int saved = errno; \
        if (written > 0) { \
            int64_t after = (end); \
            note(file, after - written, after); \
        } \
        pthread_mutex_unlock(&file->lock); \
        errno = saved; \
        return written; \
    } while (0)

ssize_t write(int fd, const void *data, size_t count) {
    REAL(write);
    WRITE(real(fd, data, count), lseek64(fd, 0, SEEK_CUR));
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    REAL(writev);
    WRITE(real(fd, parts, count), lseek64(fd, 0, SEEK_CUR));
}

ssize_t pwrite(int fd, const void *data, size_t count, off_t offset) {
    REAL(pwrite);
    WRITE(real(fd, data, count, offset), offset + written);
}

ssize_t pwrite64(int fd, const void *data, size_t count, off64_t offset) {
    REAL(pwrite64);
    WRITE(real(fd, data, count, offset), offset + written);
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
    REAL(pwritev);
    WRITE(real(fd, parts, count, offset), offset + written);
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
    REAL(pwritev64);
    WRITE(real(fd, parts, count, offset), offset + written);
}

/* For the three that move data within the kernel: the target is dirty as a whole. */
#define TRANSFER(call) \
    do { \
        struct file *file = file_of(fd); \
        if (file) pthread_mutex_lock(&file->lock); \
        ssize_t written = call; \
        if (file) { \
            note(file, 0, TO_END); \
            pthread_mutex_unlock(&file->lock); \
        } \
        return written; \
    } while (0)

ssize_t copy_file_range(int source, off64_t *source_offset, int fd, off64_t *offset, size_t count, unsigned flags) {
    REAL(copy_file_range);
    TRANSFER(real(source, source_offset, fd, offset, count, flags));
}

ssize_t sendfile(int fd, int source, off_t *offset, size_t count) {
    REAL(sendfile);
    TRANSFER(real(fd, source, offset, count));
}

ssize_t sendfile64(int fd, int source, off64_t *offset, size_t count) {
    REAL(sendfile64);
    TRANSFER(real(fd, source, offset, count));
}

#define TRUNCATE(name, type) \
    int name(int fd, type size) { \
        REAL(name); \
        struct file *file = file_of(fd); \
        if (!file) return real(fd, size); \
        pthread_mutex_lock(&file->lock); \
        int result = real(fd, size); \
        if (result == 0) note(file, size, TO_END); \
        pthread_mutex_unlock(&file->lock); \
        return result; \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

int fsync(int fd) {
    REAL(fsync);
    return synchronize(fd, real);
}

int fdatasync(int fd) {
    REAL(fdatasync);
    return synchronize(fd, real);
}
