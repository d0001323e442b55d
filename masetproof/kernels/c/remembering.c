#include "kernels.h"

/* PREFETCH has a place of memory brought near before it is read.
   A lock is 1 while a thread has it: try to take it, which gives 0 if nobody had it, and free it. */
#ifdef _MSC_VER
#include <intrin.h>
#define TAKE(lock) _InterlockedExchange((volatile long *)(lock), 1)
#define FREE(lock) _InterlockedExchange((volatile long *)(lock), 0)
#define PREFETCH(place) ((void)(place))
#else
#define TAKE(lock) __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE)
#define FREE(lock) __atomic_store_n(lock, 0, __ATOMIC_RELEASE)
#define PREFETCH(place) __builtin_prefetch(place)
#endif

int64_t key_of(I64 keys, U16Row members, int64_t tag) {
    uint64_t key = (uint64_t)tag * UINT64_C(0x1E3779B97F4A7C15);
    for (int64_t i = 0; i < members.shape[0]; i++) key ^= (uint64_t)keys.at[members.at[i]];
    return (int64_t)key;
}

/* Where the members of states of this size are, and the bucket of a key. */
static const uint16_t *members_in(const Table *table, int64_t size) {
    return size <= STORED ? table->members.at : table->arena.at;
}

static int32_t half_of(int64_t key) { return (int32_t)(key >> 32); }

static Entry *bucket_of(const Table *table, int64_t key, int64_t size) {
    Entries entries = size <= STORED ? table->entries : table->large;
    return entries.at + (key & (entries.shape[0] - WAYS));
}

/* Wait for what guards the bucket of a key, and take it. */
static int32_t *lock_for(const Table *table, int64_t key, int64_t size) {
    int32_t *lock = size <= STORED ? &bucket_of(table, key, size)->lock : table->locked.at;
    while (TAKE(lock)) {}
    return lock;
}

static Entry *find_entry(const Table *table, int64_t key, U16Row members, int64_t tag) {
    int64_t size = members.shape[0];
    const uint16_t *kept = members_in(table, size);
    Entry *entry = bucket_of(table, key, size);
    for (const Entry *end = entry + WAYS; entry < end; entry++)
        if (entry->key == half_of(key) && entry->size == size && entry->tag == tag
            && !memcmp(kept + entry->place, members.at, (size_t)size * sizeof *members.at))
            return entry;
    return NULL;
}

/* What tells states with questions left, and with another goal, apart. */
static int64_t tag_of(const Board *board, int64_t left) { return GOALS * left + board->goal; }

void prefetch_bounds(const Board *board, const Table *table, U16Row members, int64_t left) {
    int64_t key = key_of(board->keys, members, tag_of(board, left)), size = members.shape[0];
    const Entry *bucket = bucket_of(table, key, size);
    for (int64_t i = 0; i < WAYS; i++) PREFETCH(bucket + i);
    if (size <= STORED) PREFETCH(members_in(table, size) + (bucket - table->entries.at) * STORED);
}

bool find_bounds(const Board *board, const Table *table, U16Row members, int64_t left, I64Row bounds) {
    int64_t tag = tag_of(board, left), key = key_of(board->keys, members, tag);
    int32_t *lock = lock_for(table, key, members.shape[0]);
    const Entry *entry = find_entry(table, key, members, tag);
    if (entry) {
        bounds.at[0] = entry->low;
        bounds.at[1] = entry->high;
    }
    FREE(lock);
    return entry != NULL;
}

/* Room for the members of a state that is new in its bucket, or NONE when it is too large for any. */
static int64_t place_for(const Table *table, const Entry *entry, int64_t size) {
    if (size <= STORED) return (entry - table->entries.at) * STORED;
    int64_t room = table->arena.shape[0], *filled = table->filled.at;
    if (size > room) return NONE;
    if (*filled + size > room) {
        for (int64_t i = 0; i < table->large.shape[0]; i++) table->large.at[i].size = 0;
        *filled = 0;
    }
    *filled += size;
    return *filled - size;
}

/* The entry of a state that is new in its bucket, in place of the smallest there; NULL if it has no room. */
static Entry *new_entry(const Table *table, int64_t key, U16Row members, int64_t tag) {
    int64_t size = members.shape[0];
    Entry *entry = bucket_of(table, key, size);
    for (Entry *other = entry + 1, *end = entry + WAYS; other < end; other++)
        if (other->size < entry->size || (other->size == entry->size && other->tag < entry->tag)) entry = other;
    int64_t place = place_for(table, entry, size);
    if (place == NONE) return NULL;
    *entry = (Entry){half_of(key), 0, INFINITE_TOTAL, (uint32_t)place, 0, entry->lock, (int32_t)size, (int32_t)tag};
    memcpy((uint16_t *)members_in(table, size) + place, members.at, (size_t)size * sizeof *members.at);
    return entry;
}

void keep_bounds(const Board *board, const Table *table, U16Row members, int64_t left, int64_t low, int64_t high,
                 int64_t nodes) {
    int64_t tag = tag_of(board, left), key = key_of(board->keys, members, tag);
    int32_t *lock = lock_for(table, key, members.shape[0]);
    Entry *entry = find_entry(table, key, members, tag);
    if (!entry) entry = new_entry(table, key, members, tag);
    if (entry) {
        entry->low = (uint32_t)larger(entry->low, smaller(low, INFINITE_TOTAL));
        entry->high = (uint32_t)smaller(entry->high, high);
        entry->nodes = (int32_t)smaller(entry->nodes + nodes, INT32_MAX);
    }
    FREE(lock);
}

int64_t copy_large(const Table *table, int64_t nodes, Entries entries, U16Row members) {
    int64_t count = 0, filled = 0;
    int32_t *lock = lock_for(table, 0, STORED + 1);
    for (int64_t i = 0; i < table->large.shape[0]; i++) {
        Entry entry = table->large.at[i];
        if (!entry.size || entry.nodes < nodes || filled + entry.size > members.shape[0]) continue;
        memcpy(members.at + filled, table->arena.at + entry.place, (size_t)entry.size * sizeof *members.at);
        entry.place = (uint32_t)filled;
        filled += entry.size;
        entries.at[count++] = entry;
    }
    FREE(lock);
    return count;
}
